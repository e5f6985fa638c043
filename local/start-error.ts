/** The local stack cannot start, for a reason that its user can mend: the message is all they need. */
export class StartError extends Error {
	override name = "StartError";
}
