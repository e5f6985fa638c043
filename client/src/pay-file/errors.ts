import { ApiError, NotFoundError } from "../http/errors.ts";

/** The help of `pay` explains them to the user. */
export const exitCodes = {
	paid: 0,
	notAllPaid: 1,
	badInput: 2,
	unknownOutcome: 3,
	stopped: 4,
	interrupted: 130,
} as const;

/** A user can do something about it: the message says what. */
abstract class UserError extends Error {
	abstract readonly exitCode: number;
}

/** The file, the options or the journal do not allow a run. Nothing was paid by this run. */
export class InputError extends UserError {
	override name = "InputError";
	readonly exitCode = exitCodes.badInput;
}

/** The service cannot be used now, or not with this API key. The run stops; it can be run again. */
export class ServiceError extends UserError {
	override name = "ServiceError";
	readonly exitCode = exitCodes.stopped;
}

/** Another run holds the lock, or another process writes the same journal. */
export class TakenError extends UserError {
	override name = "TakenError";
	readonly exitCode = exitCodes.stopped;
}

/** The user stopped the run; what is known is in the journal. */
export class InterruptedError extends UserError {
	override name = "InterruptedError";
	readonly exitCode = exitCodes.interrupted;
}

/** Tells the user why a run has stopped. @returns The exit code. */
export async function withExitCode(
	process: { progress: { stop(): void }; printError(text: string): void },
	run: () => Promise<number>,
): Promise<number> {
	try {
		return await run();
	} catch (error) {
		process.progress.stop();
		if (error instanceof UserError) {
			process.printError(shortenLines(error.message));
			return error.exitCode;
		}
		process.printError(shortenLines(describeStop(error)));
		// Node would end the process with 1, which says that the run came to its end.
		return exitCodes.stopped;
	}
}

function describeStop(error: unknown): string {
	if (error instanceof Error && "syscall" in error)
		return `A file of this run cannot be read or written: ${describeSystemError(error)}. Run the same command again to continue`;
	const details = error instanceof Error ? error.stack : String(error);
	return `An error of this program has stopped the run. Run the same command again to continue; if that does not help, send this to the people who run the service:\n${details}`;
}

const lengthMax = 500;

/**
 * A line may repeat an option or a path of any length. Its start and its end stay, since the end says what is right.
 */
const shortenLines = (text: string): string =>
	text.split("\n").map(shorten).join("\n");

function shorten(line: string): string {
	if (line.length <= lengthMax) return line;
	return `${line.slice(0, lengthMax / 2)}…${line.slice(-lengthMax / 2)}`;
}

export const isRecordNotFound = (error: unknown) =>
	error instanceof NotFoundError && error.code !== null;

/** Why the service did not do what it was asked to, in the words of a user. */
export function describeFailure(error: unknown, url: string): string {
	// A 404 without a code is the gateway's: it knows no such path.
	if (error instanceof NotFoundError && error.code === null)
		return `At ${url} is no procurement and payments service: check the address after --url`;
	if (error instanceof ApiError) return describeRefusal(error);
	return unreachable(url, describeCause(error));
}

export const unreachable = (url: string, why: string) =>
	`The service at ${url} cannot be reached: ${why}`;

function describeRefusal({ status, message }: ApiError): string {
	const sentence = message.replace(/\.$/, "");
	if (status === 401)
		return `${sentence}. Check the key, or ask the person who gave it to you`;
	if (status === 403)
		return `The service does not allow this with your API key (${sentence}): ask the person who gave it to you`;
	if (status === 429)
		return `The service has too much to do (${sentence}). Run the same command again in a few minutes`;
	return status >= 500
		? `The service has a problem (${sentence}). Run the same command again later; if that does not help, ask the people who run the service`
		: `The service refuses this (${sentence}): ask the people who run it`;
}

function describeCause(error: unknown): string {
	const [code = ""] = codesOf(error);
	const known = causes.find(([pattern]) => pattern.test(code));
	if (known) return known[1];
	const messages = messagesOf(error).join("\n");
	if (/not one of the service/.test(messages)) return foreign;
	return /redirect/.test(messages)
		? "the address leads to another one; check it after --url, also whether it begins with http:// or https://"
		: "it did not answer in time, or the connection broke off";
}

/** Said of an address at which something else answers than the service. */
export const foreign =
	"something else answers there; check the address after --url, also whether it begins with http:// or https://";

const messagesOf = (error: unknown): string[] =>
	error instanceof Error ? [error.message, ...messagesOf(error.cause)] : [];

const causes: readonly [RegExp, string][] = [
	[
		/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
		"nothing answers there; check the address after --url, or the service is down",
	],
	[
		/^(?:ENOTFOUND|EAI_AGAIN)$/,
		"its name is not known; check the address after --url and your internet connection",
	],
	[
		/^(?:EPROTO|ERR_SSL_.*)$/,
		"it does not speak https; check whether the address begins with http://",
	],
	[
		/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/,
		"its certificate is not trusted on this machine; ask the administrator of your network",
	],
];

/** `fetch` wraps the error; an attempt to reach several addresses has several. */
function codesOf(error: unknown): string[] {
	if (!(error instanceof Error)) return [];
	const inner = error instanceof AggregateError ? error.errors : [error.cause];
	const own = "code" in error ? [String(error.code)] : [];
	return [...own, ...inner.flatMap(codesOf)];
}

/** Says in a user's words why the system refused a file. */
export function describeSystemError(error: unknown): string {
	const code = error instanceof Error && "code" in error ? error.code : "";
	return (
		reasons[String(code)] ??
		(error instanceof Error ? error.message : String(error))
	);
}

const reasons: Partial<Record<string, string>> = {
	ENOENT: "there is no such file or folder",
	ENOTDIR: "there is no such folder",
	EISDIR: "it is a folder",
	EACCES: "you have no right to",
	EPERM: "you have no right to, or another program has it open",
	EBUSY: "another program has it open: close it there",
	EROFS: "the disk can only be read",
	ENOSPC: "the disk is full",
	EDQUOT: "your space on the disk is used up",
	EMFILE: "too many files are open",
	ENAMETOOLONG: "its name is too long",
	EIO: "the disk is faulty",
};

/**
 * Opens a file of the run.
 *
 * @throws InputError that names the file, when the system refuses to open it.
 */
export function opening<File>(what: string, open: () => File): File {
	try {
		return open();
	} catch (error) {
		if (!(error instanceof Error && "code" in error)) throw error;
		throw new InputError(
			`${what} cannot be opened: ${describeSystemError(error)}`,
		);
	}
}
