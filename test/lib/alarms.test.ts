import { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../shared/environment/clock.ts";
import { createMetrics } from "../../shared/logging/metrics.ts";
import { serviceMetrics } from "../../shared/logging/service-metrics.ts";
import { readDocument } from "../docs/markdown.ts";
import { type Alarm, alarmsOf, expressionOf, metricsOf } from "./alarms.ts";
import {
	allNotifications,
	signInWithIssuer,
	unbundledStack,
} from "./unbundled-stack.ts";

const stage = "prod";
const namespace = `ProcurementPayments-${stage}`;
const own = [{ Name: "service", Value: "procurement-payments" }];

let template: Template;
let alarms: Map<string, Alarm>;
beforeAll(() => {
	template = Template.fromStack(
		unbundledStack(stage, {
			...allNotifications(stage),
			...signInWithIssuer(stage),
		}),
	);
	alarms = alarmsOf(template);
});

/** Id, what it watches, from which value on, in how many of how many periods of so many seconds, and no data. */
const expected: [string, string, number, string, string][] = [
	["ApiServerErrors", "5xx, Count", 1, "1/1 × 300", "notBreaching"],
	["Latency", "Latency", 3_000, "3/3 × 300", "notBreaching"],
	["ClientErrors", "4xx", 3_000, "1/1 × 300", "notBreaching"],
	["BatchStalled", "SecondsWithoutProgress", 300, "1/1 × 60", "ignore"],
	[
		"OldestMessage",
		"ApproximateAgeOfOldestMessage",
		600,
		"1/1 × 60",
		"notBreaching",
	],
	["WorkerFailures", "WorkerFailures, Errors", 2, "1/1 × 300", "notBreaching"],
	[
		"DeadLetters",
		"ApproximateNumberOfMessagesVisible",
		1,
		"1/1 × 60",
		"notBreaching",
	],
	["BatchesAbandoned", "BatchesAbandoned", 1, "1/1 × 60", "notBreaching"],
	["GuardHeld", "GuardAgeSeconds", 1_800, "1/1 × 60", "notBreaching"],
	["SweeperStopped", "Invocations", 1, "5/5 × 60", "breaching"],
	["SweeperErrors", "Errors", 1, "3/5 × 60", "notBreaching"],
	["FunctionThrottles", "Throttles, Throttles", 1, "2/2 × 300", "notBreaching"],
	[
		"TableThrottled",
		"WriteThrottleEvents, WriteThrottleEvents, ReadThrottleEvents, ReadThrottleEvents",
		60,
		"7/10 × 60",
		"notBreaching",
	],
	[
		"TableErrors",
		Array.from({ length: 10 }, () => "SystemErrors").join(", "),
		10,
		"1/1 × 300",
		"notBreaching",
	],
	...settingsAlarms(),
];

/** Those of a stage that sends mails and events, and has the console. */
function settingsAlarms(): typeof expected {
	return [
		[
			"NotificationsLate",
			"IteratorAge, IteratorAge",
			600_000,
			"1/1 × 60",
			"notBreaching",
		],
		[
			"NotificationsGivenUp",
			"ApproximateNumberOfMessagesVisible",
			1,
			"1/1 × 60",
			"notBreaching",
		],
		["ApprovalLinksRefused", "LinksRefused", 100, "1/1 × 300", "notBreaching"],
		[
			"SignInFailures",
			"SignInFailures, Errors",
			3,
			"1/1 × 300",
			"notBreaching",
		],
	];
}

it("operations: the stack has exactly these alarms, each with its metric, its period and the meaning of missing data", () => {
	const found = [...alarms].map(([id, alarm]) => {
		const { DatapointsToAlarm, EvaluationPeriods, Threshold } = alarm;
		const metrics = metricsOf(alarm);
		return [
			id,
			metrics.map(({ MetricName }) => MetricName).join(", "),
			Threshold,
			`${DatapointsToAlarm}/${EvaluationPeriods} × ${metrics[0]?.Period}`,
			alarm.TreatMissingData,
		];
	});
	expect(found).toEqual(expected);
});

it("operations: a stage without settings has all but those of notifications and the console", () => {
	const own = alarmsOf(Template.fromStack(unbundledStack(stage)));
	const asked = settingsAlarms().map(([id]) => id);
	expect([...own.keys()]).toEqual(
		[...alarms.keys()].filter((id) => !asked.includes(id)),
	);
});

it("operations: each alarm fires at or above its threshold; only that of a missing sweeper fires below", () => {
	for (const [id, { ComparisonOperator }] of alarms)
		expect(ComparisonOperator, id).toBe(
			id === "SweeperStopped"
				? "LessThanThreshold"
				: "GreaterThanOrEqualToThreshold",
		);
});

describe("operations: expressions", () => {
	it.each([
		["ApiServerErrors", "IF(FILL(errors, 0) >= 3, 100 * errors / requests, 0)"],
		["WorkerFailures", "FILL(failures, 0) + FILL(crashes, 0)"],
		["SweeperStopped", "FILL(runs, 0)"],
		["FunctionThrottles", "FILL(worker, 0) + FILL(sweeper, 0)"],
		[
			"TableThrottled",
			"FILL(writes, 0) + FILL(indexWrites, 0) + FILL(reads, 0) + FILL(indexReads, 0)",
		],
		[
			"TableErrors",
			"FILL(getItem, 0) + FILL(batchGetItem, 0) + FILL(putItem, 0) + FILL(updateItem, 0) + FILL(deleteItem, 0) + FILL(batchWriteItem, 0) + FILL(batchExecuteStatement, 0) + FILL(transactWriteItems, 0) + FILL(executeTransaction, 0) + FILL(query, 0)",
		],
		["SignInFailures", "FILL(failures, 0) + FILL(crashes, 0)"],
		["NotificationsLate", "MAX([FILL(age0, 0), FILL(age1, 0)])"],
	])("%s", (id, expression) => {
		expect(expressionOf(alarm(id))).toBe(expression);
	});

	it("name only metrics of their alarm, which has at most ten", () => {
		for (const one of alarms.values()) {
			const ids = metricsOf(one).map(({ Id }) => Id);
			const named = expressionOf(one)?.match(/\b[a-z]\w*/g) ?? [];
			expect(named.filter((name) => !ids.includes(name))).toEqual([]);
			expect(ids.length).toBeLessThanOrEqual(10);
		}
	});
});

describe("operations: the alarms watch this stage", () => {
	it.each(["BatchStalled", "BatchesAbandoned", "GuardHeld"])(
		"%s: a metric of the service, as its functions emit it",
		(id) => {
			const [metric] = metricsOf(alarm(id));
			expect(metric).toMatchObject({ Namespace: namespace, Dimensions: own });
			expect(Object.keys(serviceMetrics)).toContain(metric?.MetricName);
		},
	);

	it("every metric of the service has the namespace and dimensions with which the functions emit it", () => {
		const namespaces = Object.values(
			template.findResources("AWS::Lambda::Function"),
		).map(({ Properties }) => Properties.Environment.Variables);
		const watched = [...alarms.values()]
			.flatMap(metricsOf)
			.filter(({ Namespace }) => Namespace === namespace);
		expect(watched.map(({ MetricName }) => MetricName)).toEqual([
			"SecondsWithoutProgress",
			"WorkerFailures",
			"BatchesAbandoned",
			"GuardAgeSeconds",
			"LinksRefused",
			"SignInFailures",
		]);
		for (const { METRICS_NAMESPACE } of namespaces)
			for (const { MetricName, Namespace, Dimensions } of watched)
				expect(emitted(METRICS_NAMESPACE, MetricName)).toEqual({
					Namespace,
					MetricName,
					Dimensions,
				});
	});

	it.each([
		["WorkerFailures", "chunks that workers reported", "PaymentWorker"],
		["SignInFailures", "people who got an error of ours", "SignIn"],
	])("%s: %s, and invocations that died", (id, _, name) => {
		const [failures, crashes] = metricsOf(alarm(id));
		expect(failures).toMatchObject({ Namespace: namespace, Dimensions: own });
		expect(crashes).toMatchObject({
			Namespace: "AWS/Lambda",
			Dimensions: [functionDimension(name)],
			Stat: "Sum",
		});
	});

	it("DeadLetters: the queue to which the workers' queue hands over; OldestMessage: the workers' queue", () => {
		const queues = template.findResources("AWS::SQS::Queue");
		const [[queue = "", { Properties }] = ["", { Properties: {} }]] =
			Object.entries(queues).filter(([, one]) => one.Properties.RedrivePolicy);
		const [deadLetters] =
			Properties.RedrivePolicy.deadLetterTargetArn["Fn::GetAtt"];
		const named = (id: string) => [
			{ Name: "QueueName", Value: { "Fn::GetAtt": [id, "QueueName"] } },
		];
		// A sum would add up what each poll saw; the message is one.
		expect(metricsOf(alarm("DeadLetters"))).toMatchObject([
			{
				Namespace: "AWS/SQS",
				Dimensions: named(deadLetters),
				Stat: "Maximum",
			},
		]);
		expect(metricsOf(alarm("OldestMessage"))).toMatchObject([
			{ Namespace: "AWS/SQS", Dimensions: named(queue), Stat: "Maximum" },
		]);
	});

	it("NotificationsLate: the readers of the stream; NotificationsGivenUp: the queue to which they hand over", () => {
		expect(
			metricsOf(alarm("NotificationsLate")).flatMap(
				({ Dimensions }) => Dimensions,
			),
		).toEqual([
			functionDimension("ApprovalMailer"),
			functionDimension("EventPublisher"),
		]);
		const [deadLetters] = Object.keys(
			template.findResources("AWS::SQS::Queue"),
		).filter((id) => id.startsWith("NotificationDeadLetterQueue"));
		expect(metricsOf(alarm("NotificationsGivenUp"))).toMatchObject([
			{
				Dimensions: [
					{
						Name: "QueueName",
						Value: { "Fn::GetAtt": [deadLetters, "QueueName"] },
					},
				],
				Stat: "Maximum",
			},
		]);
	});

	it.each(["ApiServerErrors", "Latency", "ClientErrors"])(
		"%s: the API",
		(id) => {
			const [api] = Object.keys(
				template.findResources("AWS::ApiGatewayV2::Api"),
			);
			for (const metric of metricsOf(alarm(id)))
				expect(metric).toMatchObject({
					Namespace: "AWS/ApiGateway",
					Dimensions: [{ Name: "ApiId", Value: { Ref: api } }],
					Stat: id === "Latency" ? "p99" : "Sum",
				});
		},
	);

	it("TableErrors: every operation of DynamoDB that a function may call", () => {
		const actions = Object.values(template.findResources("AWS::IAM::Policy"))
			.flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
			.flatMap(({ Action }: { Action: string | string[] }) => Action)
			.filter((action) => action.startsWith("dynamodb:"))
			.map((action) => action.slice("dynamodb:".length))
			.flatMap((action) => operationsOf[action] ?? action);
		const operations = metricsOf(alarm("TableErrors")).map(
			({ Dimensions }) =>
				Dimensions.find(({ Name }) => Name === "Operation")?.Value,
		);
		expect(new Set(operations)).toEqual(new Set(actions));
	});

	it("SweeperStopped, SweeperErrors: the sweeper; FunctionThrottles: it and the worker", () => {
		const watched = (id: string) =>
			metricsOf(alarm(id)).flatMap(({ Dimensions }) => Dimensions);
		for (const id of ["SweeperStopped", "SweeperErrors", "FunctionThrottles"])
			for (const metric of metricsOf(alarm(id)))
				expect(metric).toMatchObject({ Namespace: "AWS/Lambda", Stat: "Sum" });
		const sweeper = functionDimension("BatchSweeper");
		expect(watched("SweeperStopped")).toEqual([sweeper]);
		expect(watched("SweeperErrors")).toEqual([sweeper]);
		expect(watched("FunctionThrottles")).toEqual([
			functionDimension("PaymentWorker"),
			sweeper,
		]);
	});

	it("TableThrottled, TableErrors: the table that the functions use, and its index", () => {
		const restored = alarmsOf(
			Template.fromStack(
				unbundledStack(stage, { [`table:${stage}`]: `${namespace}-Table-2` }),
			),
		);
		for (const id of ["TableThrottled", "TableErrors"]) {
			const tables = (one: Alarm | undefined) =>
				metricsOf(one).map(({ Dimensions }) =>
					Dimensions.find(({ Name }) => Name === "TableName"),
				);
			for (const dimension of tables(alarm(id)))
				expect(dimension?.Value).toEqual({ Ref: "TableCD117FA1" });
			for (const dimension of tables(restored.get(id)))
				expect(dimension?.Value).toEqual({ Ref: "RestoredTable9D7C42A6" });
		}
		const index = { Name: "GlobalSecondaryIndexName", Value: "ByCreation" };
		expect(metricsOf(alarm("TableThrottled"))[1]?.Dimensions).toContainEqual(
			index,
		);
	});
});

describe("docs/operations.md", () => {
	const page = readDocument("docs/operations.md");

	it("has a section for each alarm, which its description names", () => {
		for (const [id, { AlarmDescription }] of alarms) {
			expect(AlarmDescription).toContain(
				` Runbook: docs/operations.md#${id.toLowerCase()}`,
			);
			expect(page.match(new RegExp(`^### ${id}$`, "m")), id).not.toBeNull();
			expect(AlarmDescription.length).toBeLessThanOrEqual(1_024);
		}
	});

	it("states what the alarms cost at most: $0.10 a month for each metric that one watches", () => {
		expect(readDocument("docs/performance.md")).toContain("| alarms | $4.00 |");
		const watched = [...alarms.values()].flatMap(metricsOf).length;
		expect(watched * 0.1).toBeLessThan(4);
	});
});

/** IAM authorizes PartiQL and transactions by their parts. Those on streams are calls to another service. */
const operationsOf: Record<string, readonly string[]> = {
	PartiQLInsert: ["BatchExecuteStatement", "ExecuteTransaction"],
	PartiQLUpdate: ["BatchExecuteStatement", "ExecuteTransaction"],
	ConditionCheckItem: ["TransactWriteItems"],
	DescribeStream: [],
	GetRecords: [],
	GetShardIterator: [],
	ListStreams: [],
};

function alarm(id: string): Alarm {
	const found = alarms.get(id);
	if (!found) throw new Error(`There is no alarm ${id}`);
	return found;
}

function functionDimension(beginning: string) {
	const functions = template.findResources("AWS::Lambda::Function");
	const Ref = Object.keys(functions).find((id) => id.startsWith(beginning));
	return { Name: "FunctionName", Value: { Ref } };
}

/** The line that a function writes for CloudWatch, as the metric that an alarm names. */
function emitted(namespace: string, metricName: string) {
	const lines: string[] = [];
	const emit = createMetrics({ namespace, clock: systemClock }, (line) =>
		lines.push(line),
	);
	emit({ [metricName]: 1 });
	const line = JSON.parse(lines.join());
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
