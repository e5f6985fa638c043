/** The exit codes, which the help explains to the user. */
export const exitCodes = {
	/** Everything that was asked for is done. */
	done: 0,
	notAllDone: 1,
	badInput: 2,
	waitsForRelease: 3,
	stopped: 4,
	interrupted: 130,
} as const;

/** An error about which the user can do something. The message says what. */
export abstract class UserError extends Error {
	abstract readonly exitCode: number;
}

/** The file or the options are wrong. Nothing was paid. */
export class InputError extends UserError {
	override name = "InputError";
	readonly exitCode = exitCodes.badInput;
}

/** The service cannot be used now, or not with this API key. The same command can be run again. */
export class StoppedError extends UserError {
	override name = "StoppedError";
	readonly exitCode = exitCodes.stopped;
}
