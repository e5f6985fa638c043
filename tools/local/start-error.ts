/** The local stack cannot start, for a reason that the user can fix. The message is all that the user needs. */
export class StartError extends Error {
	override name = "StartError";
}
