/** The local stack cannot start, for a reason that the user can fix: the message is all they need. */
export class StartError extends Error {
	override name = "StartError";
}
