import type {
	ComparisonOperator,
	IMetric,
	TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";

/** A condition that is worth waking somebody for. */
export interface AlarmDefinition {
	/** Names the alarm, and its section in `docs/operations.md`. */
	id: string;
	/** What it means, and how long there is. */
	description: string;
	metric: IMetric;
	threshold: number;
	/** Default: at or above the threshold. */
	comparison?: ComparisonOperator;
	/** How many periods are looked at. */
	periods: number;
	/** How many of them must breach the threshold. Default: all. */
	breaching?: number;
	/** Each alarm decides what a period without data means. */
	missingData: TreatMissingData;
}
