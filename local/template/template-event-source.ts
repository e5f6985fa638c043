import type { TemplateFunction } from "./template-function.ts";
import type { TemplateQueue } from "./template-queue.ts";

/** A queue whose messages invoke a function. */
export interface TemplateEventSource {
	queueArn: string;
	queueUrl: string;
	functionArn: string;
	/** Messages to an invocation, at most. */
	batchSize: number;
	/** How long to wait for a batch to fill. */
	batchingWindowSeconds: number;
	/** Of invocations at a time. */
	concurrencyMax: number;
	/** Does the function's answer say which messages stay on the queue? */
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
 * Where the template is silent, with Lambda's own defaults.
 *
 * @throws When it is not between a queue and a function of the stack.
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
			`The local stack knows no way from ${EventSourceArn} to ${FunctionName}`,
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
