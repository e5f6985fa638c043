/**
 * How Lambda reads the queue of chunks for the payment worker. Kept apart from the CDK constructs, which load slowly,
 * so that tests and the bench can import it.
 */
export const chunkSource = {
	/** The largest number of messages that one invocation gets. */
	chunksPerInvocation: 5,
	/**
	 * How many invocations run at once, unless a stage sets another number. At most 5,000 invoices are then in progress: a
	 * few workers keep the table busy, and a fresh table takes 4,000 writes a second.
	 */
	workers: 10,
	/**
	 * While a message is in progress, no other worker receives it for this time: six times the worker's timeout, as AWS
	 * recommends.
	 */
	visibilityTimeoutSeconds: 180,
	/** How often a message is received before it becomes a dead letter. */
	receiveCountMax: 5,
} as const;
