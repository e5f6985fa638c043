import type { TemplateFunction } from "./template-function.ts";
import type { TemplateQueue } from "./template-queue.ts";

/** A queue whose messages invoke a function. */
export interface TemplateEventSource {
	queueArn: string;
	queueUrl: string;
	functionArn: string;
	/** The maximum number of messages per invocation. */
	batchSize: number;
	/** The maximum wait for a full batch, in seconds. */
	batchingWindowSeconds: number;
	/** The maximum number of concurrent invocations. */
	concurrencyMax: number;
	/** Whether the function's result names the messages that failed. */
	reportsItemFailures: boolean;
}

export interface EventSourceProperties {
	EventSourceArn: string;
	FunctionName: string;
	BatchSize?: number;
	MaximumBatchingWindowInSeconds?: number;
	ScalingConfig?: { MaximumConcurrency?: number };
	FunctionResponseTypes?: string[];
}

/**
 * Reads an event source mapping. Absent properties have Lambda's defaults.
 *
 * @throws When it does not connect a queue and a function of the stack.
 */
export function toEventSource(
	properties: EventSourceProperties,
	{
		functions,
		queues,
	}: { functions: TemplateFunction[]; queues: TemplateQueue[] },
): TemplateEventSource {
	const { EventSourceArn, FunctionName } = properties;
	const queue = queues.find(({ arn }) => arn === EventSourceArn);
	const fn = functions.find(({ name }) => name === FunctionName);
	if (!queue || !fn)
		throw new Error(
			`The local stack does not support the event source ${EventSourceArn} of ${FunctionName}`,
		);
	const responseTypes = properties.FunctionResponseTypes ?? [];
	return {
		queueArn: queue.arn,
		queueUrl: queue.url,
		functionArn: fn.arn,
		batchSize: properties.BatchSize ?? 10,
		batchingWindowSeconds: properties.MaximumBatchingWindowInSeconds ?? 0,
		concurrencyMax: properties.ScalingConfig?.MaximumConcurrency ?? 1_000,
		reportsItemFailures: responseTypes.includes("ReportBatchItemFailures"),
	};
}
