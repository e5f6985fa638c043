import { Template } from "aws-cdk-lib/assertions";
import { type Alarm, alarmsOf, metricsOf } from "../../lib/alarms.ts";
import { allNotifications, unbundledStack } from "../../lib/unbundled-stack.ts";

/** The stage of the local stack. */
const stack = unbundledStack("dev", allNotifications());
const alarms = alarmsOf(Template.fromStack(stack));

/**
 * The value that an alarm compares, as the functions' lines in a log give it: the sum or the maximum of what they
 * emitted.
 *
 * @param log Lines in the embedded metric format, among others.
 * @returns null when nothing was emitted; AWS's own metrics do not exist locally.
 */
export function watchedValue(alarm: string, log: string): number | null {
	const emitted = metricsOf(alarms.get(alarm))
		.filter(({ Namespace }) => Namespace === stack.stackName)
		.flatMap((metric) => {
			const values = valuesOf(metric, log);
			return values.length > 0 ? [aggregate(metric.Stat, values)] : [];
		});
	if (emitted.length === 0) return null;
	return emitted.reduce((sum, value) => sum + value, 0);
}

/** The names on the local stack of the resources whose metrics of AWS an alarm watches, in the order of its metrics. */
export const watchedResources = (alarm: string): string[] =>
	metricsOf(alarms.get(alarm)).flatMap(({ Dimensions }) =>
		Dimensions.map(({ Value }) => {
			const [, id] =
				/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(Value)) ?? [];
			return `${stack.stackName}-${id}`;
		}),
	);

export function thresholdOf(alarm: string): number {
	const found: Alarm | undefined = alarms.get(alarm);
	if (!found) throw new Error(`There is no alarm ${alarm}`);
	return found.Threshold;
}

function aggregate(statistic: string, values: readonly number[]): number {
	if (statistic === "Maximum") return Math.max(...values);
	if (statistic === "Sum") return values.reduce((sum, one) => sum + one, 0);
	throw new Error(`Unknown statistic ${statistic}`);
}

interface MetricLine {
	_aws: {
		CloudWatchMetrics: {
			Namespace: string;
			Dimensions: string[][];
			Metrics: { Name: string }[];
		}[];
	};
	[name: string]: unknown;
}

function valuesOf(
	{ MetricName, Namespace, Dimensions }: ReturnType<typeof metricsOf>[number],
	log: string,
): number[] {
	return log.split("\n").flatMap((text) => {
		if (!text.includes('"_aws"')) return [];
		// Unchecked cast: only lines of the embedded metric format have this key.
		const line = JSON.parse(text) as MetricLine;
		const isWatched = line._aws.CloudWatchMetrics.some(
			(one) =>
				one.Namespace === Namespace &&
				one.Metrics.some(({ Name }) => Name === MetricName) &&
				// An alarm finds a metric only by exactly its dimensions.
				one.Dimensions.some(
					(names) =>
						names.length === Dimensions.length &&
						Dimensions.every(
							({ Name, Value }) => names.includes(Name) && line[Name] === Value,
						),
				),
		);
		return isWatched ? [Number(line[MetricName])] : [];
	});
}
