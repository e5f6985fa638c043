/**
 * How Lambda reads the queue of chunks for the payment worker. Kept apart from the CDK constructs, which load slowly,
 * so that tests and the bench can import it.
 */
export const chunkSource = {
	/** How many messages an invocation gets. */
	chunksPerInvocation: 5,
	/**
	 * Invocations at once, unless a stage sets another number. At most 5,000 invoices in progress: a few workers keep the
	 * table busy, and a fresh one takes 4,000 writes a second.
	 */
	workers: 10,
	/** No other worker receives a message that is in progress: six times the worker's timeout, as AWS recommends. */
	visibilityTimeoutSeconds: 180,
	/** How often a message is received before it becomes a dead letter. */
	receiveCountMax: 5,
} as const;
