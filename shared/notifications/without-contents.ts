/**
 * An error that can be logged, in place of one of the SDK: messages of SES have the addresses of mails in them, those
 * of EventBridge may have parts of events.
 */
export function withoutContents(message: string, error: unknown): Error {
	const name = error instanceof Error ? error.name : "unknown error";
	return new Error(`${message}: ${name}`);
}
