import type { TemplateFunction } from "./template-function.ts";

/** The table's stream, whose records invoke a function. */
export interface TemplateStreamSource {
	streamArn: string;
	functionArn: string;
	/** The maximum number of records per invocation. */
	batchSize: number;
	/** Patterns of event filtering. A record must match one of them. */
	patterns: unknown[];
	/** The age in seconds after which a record that fails is given up. */
	recordAgeSecondsMax: number;
}

export interface StreamSourceProperties {
	EventSourceArn: string;
	FunctionName: string;
	BatchSize?: number;
	FilterCriteria?: { Filters: { Pattern: string }[] };
	FunctionResponseTypes?: string[];
	MaximumRecordAgeInSeconds?: number;
}

/** A stream keeps its records for a day. */
const defaultAgeSeconds = 24 * 3600;

export const isStreamArn = (arn: string) => arn.includes("/stream/");

/**
 * Reads an event source mapping of a table's stream.
 *
 * @throws When it has no function of the stack, or the function does not name the records that failed.
 */
export function toStreamSource(
	properties: StreamSourceProperties,
	functions: readonly TemplateFunction[],
): TemplateStreamSource {
	const { EventSourceArn, FunctionName, FilterCriteria } = properties;
	const fn = functions.find(({ name }) => name === FunctionName);
	const responseTypes = properties.FunctionResponseTypes ?? [];
	if (!fn || !responseTypes.includes("ReportBatchItemFailures"))
		throw new Error(
			`The local stack does not support the event source ${EventSourceArn} of ${FunctionName}`,
		);
	return {
		streamArn: EventSourceArn,
		functionArn: fn.arn,
		batchSize: properties.BatchSize ?? 100,
		patterns: (FilterCriteria?.Filters ?? []).map(({ Pattern }) =>
			JSON.parse(Pattern),
		),
		recordAgeSecondsMax:
			properties.MaximumRecordAgeInSeconds ?? defaultAgeSeconds,
	};
}
