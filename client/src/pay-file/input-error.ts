/** The file, the options or the journal do not allow a run; the message is for the user. Nothing was paid by this run. */
export class InputError extends Error {
	override name = "InputError";
}
