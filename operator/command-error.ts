/** What the operator asked for cannot be done; the message is one line that says why. */
export class CommandError extends Error {
	override readonly name = "CommandError";
}
