import type { Template } from "aws-cdk-lib/assertions";

/** The properties of an alarm that tests look at. */
export interface Alarm {
	AlarmDescription: string;
	ComparisonOperator: string;
	DatapointsToAlarm: number;
	EvaluationPeriods: number;
	Threshold: number;
	TreatMissingData: string;
	/** Set for an alarm on one metric. */
	MetricName?: string;
	Namespace?: string;
	Dimensions?: Dimension[];
	Period?: number;
	Statistic?: string;
	ExtendedStatistic?: string;
	/** Set for an alarm on an expression. */
	Metrics?: Query[];
}

interface Query {
	Id: string;
	Expression?: string;
	MetricStat?: {
		Metric: { Namespace: string; MetricName: string; Dimensions?: Dimension[] };
		Period: number;
		Stat: string;
	};
}

interface Dimension {
	Name: string;
	Value: unknown;
}

export interface WatchedMetric {
	Id: string;
	Namespace: string;
	MetricName: string;
	Dimensions: Dimension[];
	Period: number;
	Stat: string;
}

/** The alarms of a template by the ids of their definitions, in the template's order. */
export function alarmsOf(template: Template): Map<string, Alarm> {
	const found = template.findResources("AWS::CloudWatch::Alarm");
	return new Map(
		Object.entries(found).map(([logicalId, { Properties }]) => [
			logicalId.replace(/Alarm[0-9A-F]{8}$/, ""),
			Properties,
		]),
	);
}

/** The metrics that an alarm watches, whether through an expression or not. */
export function metricsOf(alarm: Alarm | undefined): WatchedMetric[] {
	if (!alarm) throw new Error("There is no such alarm");
	const { Metrics, MetricName = "", Namespace = "", Period = 0 } = alarm;
	if (!Metrics) {
		const { Dimensions = [], Statistic, ExtendedStatistic = "" } = alarm;
		const Stat = Statistic ?? ExtendedStatistic;
		return [{ Id: "", Namespace, MetricName, Dimensions, Period, Stat }];
	}
	return Metrics.flatMap(({ Id, MetricStat }) => {
		if (!MetricStat) return [];
		const { Metric, Period, Stat } = MetricStat;
		return [{ Id, Dimensions: [], ...Metric, Period, Stat }];
	});
}

export const expressionOf = ({ Metrics = [] }: Alarm): string | undefined =>
	Metrics.find(({ Expression }) => Expression)?.Expression;
