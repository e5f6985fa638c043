/** The command line cannot be understood; the message is one line that says where. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}
