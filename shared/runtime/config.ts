/** The environment, read here and nowhere else, when a handler is wired. */
export function tableName(): string {
	return requireVariable("TABLE_NAME");
}

/** Where the messages for a batch's chunks go. */
export function chunkQueueUrl(): string {
	return requireVariable("CHUNK_QUEUE_URL");
}

/** Namespace of this stack's metrics. */
export function metricsNamespace(): string {
	return requireVariable("METRICS_NAMESPACE");
}

/** How long a batch may be left to itself before the sweeper steps in. */
export interface SweepTimes {
	/** A batch that is still being accepted: no function lives as long. */
	abortAfterSeconds: number;
	/** One without progress and without new messages: those sent before are visible again, if they are still there. */
	resendAfterSeconds: number;
	/** One without progress. */
	abandonAfterSeconds: number;
}

export function sweepTimes(): SweepTimes {
	return {
		abortAfterSeconds: requireSeconds("ABORT_AFTER_SECONDS"),
		resendAfterSeconds: requireSeconds("RESEND_AFTER_SECONDS"),
		abandonAfterSeconds: requireSeconds("ABANDON_AFTER_SECONDS"),
	};
}

/** What the function's role may sign its calls with. */
export function roleCredentials() {
	const sessionToken = process.env.AWS_SESSION_TOKEN;
	return {
		accessKeyId: requireVariable("AWS_ACCESS_KEY_ID"),
		secretAccessKey: requireVariable("AWS_SECRET_ACCESS_KEY"),
		...(sessionToken && { sessionToken }),
	};
}

/** This variable would make Powertools skip every claim, and retries would pay twice. */
export function requireEnabledIdempotency() {
	if (process.env.POWERTOOLS_IDEMPOTENCY_DISABLED !== undefined) {
		throw new Error("POWERTOOLS_IDEMPOTENCY_DISABLED must not be set");
	}
}

function requireVariable(name: string): string {
	const value = process.env[name];
	if (!value) throw new Error(`The environment variable ${name} is not set`);
	return value;
}

function requireSeconds(name: string): number {
	const seconds = Number(requireVariable(name));
	if (seconds > 0) return seconds;
	throw new Error(`The environment variable ${name} is no number of seconds`);
}
