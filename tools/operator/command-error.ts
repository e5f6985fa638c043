/** A command was refused. The message is one line with the reason. */
export class CommandError extends Error {
	override readonly name = "CommandError";
}
