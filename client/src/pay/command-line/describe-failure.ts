import { ApiError, NotFoundError } from "../../http/errors.ts";
import { exitCodes, StoppedError, UserError } from "./errors.ts";
import type { Terminal } from "./terminal.ts";

/** Tells the user why a command has stopped. @returns The exit code. */
export async function withExitCode(
	{ progress, printError }: Terminal,
	run: () => Promise<number>,
): Promise<number> {
	try {
		return await run();
	} catch (error) {
		progress.stop();
		printError(shorten(describeStop(error)));
		return error instanceof UserError ? error.exitCode : exitCodes.stopped;
	}
}

function describeStop(error: unknown): string {
	if (error instanceof UserError) return error.message;
	if (error instanceof Error && "syscall" in error)
		return `A file cannot be read or written: ${describeSystemError(error)}. Run the same command again to continue`;
	const details = error instanceof Error ? error.stack : String(error);
	return `An error of this program has stopped the command. Run the same command again to continue; if that does not help, send this to the people who run the service:\n${details}`;
}

const lengthMax = 2_000;

/** A message may repeat an option or a path of any length. The end is kept too, since it says what would be right. */
const shorten = (text: string): string =>
	text.length <= lengthMax
		? text
		: `${text.slice(0, lengthMax / 2)}…${text.slice(-lengthMax / 2)}`;

/** Says, in the words of a user, why the service did not do what it was asked to. */
export function toStoppedError(error: unknown, url: string): StoppedError {
	return new StoppedError(describeFailure(error, url), { cause: error });
}

export function describeFailure(error: unknown, url: string): string {
	// A 404 without a code comes from the gateway, which knows no such path.
	if (error instanceof NotFoundError && error.code === null)
		return `There is no procurement and payments service at ${url}. Check the address after --url`;
	if (error instanceof ApiError) return describeRefusal(error);
	return `The service at ${url} cannot be reached: ${describeCause(error)}`;
}

function describeRefusal({ status, message }: ApiError): string {
	const sentence = message.replace(/\.$/, "");
	if (status === 401)
		return `${sentence}. Check the key, or ask the person who gave it to you`;
	if (status === 403)
		return `The service does not allow this with your API key (${sentence}). Ask the person who gave it to you`;
	if (status === 429)
		return `The service has too much to do (${sentence}). Run the same command again in a few minutes`;
	return status >= 500
		? `The service has a problem (${sentence}). Run the same command again later; if that does not help, ask the people who run the service`
		: `The service refuses this (${sentence}). Ask the people who run it`;
}

function describeCause(error: unknown): string {
	const [code = ""] = codesOf(error);
	const known = causes.find(([pattern]) => pattern.test(code));
	if (known) return known[1];
	const messages = messagesOf(error).join("\n");
	if (/not one of the service/.test(messages))
		return "something else answers there. Check the address after --url, also whether it begins with http:// or https://";
	return /redirect/.test(messages)
		? "the address leads to another one. Check it after --url, also whether it begins with http:// or https://"
		: "it did not answer in time, or the connection broke off";
}

const messagesOf = (error: unknown): string[] =>
	error instanceof Error ? [error.message, ...messagesOf(error.cause)] : [];

const causes: readonly (readonly [RegExp, string])[] = [
	[
		/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
		"nothing answers there. Check the address after --url, or the service is down",
	],
	[
		/^(?:ENOTFOUND|EAI_AGAIN)$/,
		"its name is not known. Check the address after --url and your internet connection",
	],
	[
		/^(?:EPROTO|ERR_SSL_.*)$/,
		"it does not speak https. Check whether the address begins with http://",
	],
	[
		/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/,
		"its certificate is not trusted on this machine. Ask the administrator of your network",
	],
];

/** `fetch` wraps the error, and an attempt to reach several addresses has several errors. */
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

const reasons: Readonly<Partial<Record<string, string>>> = {
	ENOENT: "there is no such file or folder",
	ENOTDIR: "there is no such folder",
	EISDIR: "it is a folder",
	EACCES: "you have no right to",
	EPERM: "you have no right to, or another program has it open",
	EBUSY: "another program has it open; close it there",
	EROFS: "the disk can only be read",
	ENOSPC: "the disk is full",
	EDQUOT: "your space on the disk is used up",
	EMFILE: "too many files are open",
	ENAMETOOLONG: "its name is too long",
	EIO: "the disk is faulty",
};
