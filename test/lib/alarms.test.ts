import { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../shared/runtime/clock.ts";
import { createMetrics } from "../../shared/runtime/metrics.ts";
import { unbundledStack } from "./unbundled-stack.ts";

let template: Template;
beforeAll(() => {
	template = Template.fromStack(unbundledStack());
});

interface Alarm {
	Namespace: string;
	MetricName: string;
	Dimensions: { Name: string; Value: unknown }[];
	Statistic?: string;
	ExtendedStatistic?: string;
	Threshold: number;
	TreatMissingData?: string;
}

it("decisions: a batch given up raises an alarm: the metric as the sweeper emits it is the one watched", () => {
	const { Environment } = sweeper();
	const emitted = emittedMetric(Environment.Variables.METRICS_NAMESPACE);
	expect(alarm("BatchesAbandoned")).toMatchObject({
		...emitted,
		Statistic: "Sum",
		Threshold: 1,
	});
});

it("a message on the dead-letter queue raises an alarm: the queue to which the workers' queue hands over", () => {
	const [redrive] = Object.values(template.findResources("AWS::SQS::Queue"))
		.map(({ Properties }) => Properties.RedrivePolicy)
		.filter(Boolean);
	const [deadLetterQueue] = redrive.deadLetterTargetArn["Fn::GetAtt"];
	expect(alarm("ApproximateNumberOfMessagesVisible")).toMatchObject({
		Namespace: "AWS/SQS",
		Dimensions: [
			{
				Name: "QueueName",
				Value: { "Fn::GetAtt": [deadLetterQueue, "QueueName"] },
			},
		],
		// A sum would add up what each poll saw; the message is one.
		Statistic: "Maximum",
		Threshold: 1,
	});
});

it("a 5xx of the API raises an alarm", () => {
	const [api] = Object.keys(template.findResources("AWS::ApiGatewayV2::Api"));
	expect(alarm("5xx")).toMatchObject({
		Namespace: "AWS/ApiGateway",
		Dimensions: [{ Name: "ApiId", Value: { Ref: api } }],
		Statistic: "Sum",
		Threshold: 1,
	});
});

describe.each([
	["Errors", { Statistic: "Sum", Threshold: 1 }],
	["Throttles", { Statistic: "Sum", Threshold: 1 }],
	["Duration", { ExtendedStatistic: "p99" }],
])("%s", (metric, expected) => {
	it("of each function raise an alarm, each of its own", () => {
		const watched = alarms().filter(({ MetricName }) => MetricName === metric);
		for (const one of watched) {
			expect(one).toMatchObject({ Namespace: "AWS/Lambda", ...expected });
		}
		expect(watched.map(({ Dimensions }) => Dimensions)).toEqual(
			functionIds().map((Ref) => [{ Name: "FunctionName", Value: { Ref } }]),
		);
	});
});

it("a function that takes long raises an alarm before it runs out of time, a worker after its retry time", () => {
	const thresholds = alarms()
		.filter(({ MetricName }) => MetricName === "Duration")
		.map(({ Dimensions, Threshold }) => [idOf(Dimensions), Threshold]);
	expect(thresholds).toEqual(
		functionIds().map((id) => [
			id,
			id.startsWith("PaymentWorker") ? 25_000 : 10_000,
		]),
	);
});

it("no alarm waits for data: without traffic no metric is emitted, and nothing is wrong", () => {
	const treatments = alarms().map(({ MetricName, TreatMissingData }) => [
		MetricName,
		TreatMissingData,
	]);
	expect(Object.fromEntries(treatments)).toEqual({
		// Emitted with a batch that is given up, and never again.
		BatchesAbandoned: "notBreaching",
		// Not emitted for a queue that was not used for hours.
		ApproximateNumberOfMessagesVisible: "notBreaching",
		// Emitted with requests and invocations.
		"5xx": "notBreaching",
		Duration: "notBreaching",
		Errors: "notBreaching",
		Throttles: "notBreaching",
	});
	expect(new Set(treatments.map(([, treatment]) => treatment)).size).toBe(1);
});

it("every alarm fires within a minute or two, and takes what reaches its threshold", () => {
	template.allResourcesProperties("AWS::CloudWatch::Alarm", {
		Period: 60,
		EvaluationPeriods: 1,
		ComparisonOperator: "GreaterThanOrEqualToThreshold",
	});
});

const alarms = (): Alarm[] =>
	Object.values(template.findResources("AWS::CloudWatch::Alarm"))
		.map(({ Properties }) => Properties)
		.sort((one, other) =>
			idOf(one.Dimensions) < idOf(other.Dimensions) ? -1 : 1,
		);

/** The one alarm on a metric. */
function alarm(metric: string): Alarm {
	const [found, ...others] = alarms().filter(
		({ MetricName }) => MetricName === metric,
	);
	expect(others).toEqual([]);
	if (!found) throw new Error(`No alarm on ${metric}`);
	return found;
}

function idOf([dimension]: Alarm["Dimensions"]): string {
	const { Ref = "" } = (dimension?.Value ?? {}) as { Ref?: string };
	return Ref;
}

const functionIds = () =>
	Object.keys(template.findResources("AWS::Lambda::Function")).sort();

function sweeper() {
	const [found] = Object.entries(
		template.findResources("AWS::Lambda::Function"),
	).filter(([id]) => id.startsWith("BatchSweeper"));
	return found?.[1].Properties;
}

/** The line that the sweeper writes for CloudWatch, as the metric that an alarm names. */
function emittedMetric(namespace: string) {
	let written = "";
	const emit = createMetrics({ namespace, clock: systemClock }, (text) => {
		written += text;
	});
	emit({ BatchesAbandoned: 1 });
	const line = JSON.parse(written);
	const [{ Namespace, Dimensions, Metrics }] = line._aws.CloudWatchMetrics;
	// CloudWatch makes a metric of each set of dimensions; there is one.
	expect([Dimensions.length, Metrics.length]).toEqual([1, 1]);
	return {
		Namespace,
		MetricName: Metrics[0].Name,
		Dimensions: Dimensions[0].map((Name: string) => ({
			Name,
			Value: line[Name],
		})),
	};
}
