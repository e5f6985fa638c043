import type { ClientContext } from "../client-context.ts";
import { ApiError, NoAnswerError, NotFoundError } from "../http/errors.ts";

/** The service cannot be used now, or not with this API key. The run stops; it can be run again. */
export class ServiceError extends Error {
	override name = "ServiceError";
}

/** Reads that fail stop the run. A record that does not exist is no failure. */
export const stoppingOnFailure = (
	context: ClientContext,
	url: string,
): ClientContext => ({
	...context,
	sendRepeatedly: (request, signal) =>
		context.sendRepeatedly(request, signal).catch((error: unknown) => {
			if (isRecordNotFound(error) || !isOfService(error)) throw error;
			throw new ServiceError(describeFailure(error, url), { cause: error });
		}),
});

const isOfService = (error: unknown): error is ApiError | NoAnswerError =>
	error instanceof ApiError || error instanceof NoAnswerError;

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

const unreachable = (url: string, why: string) =>
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

const foreign =
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

/** The file, the options or the journal do not allow a run; the message is for the user. Nothing was paid by this run. */
export class InputError extends Error {
	override name = "InputError";
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

const tryingAgain = "Trying again for up to a minute";

/** Pages of web servers and of those that ask for a password are answers of something else. */
const isAnswerOfService = ({ headers }: Response) =>
	/\bjson\b/i.test(headers.get("content-type") ?? "");

/** After so long, a user at the terminal wonders whether anything happens. */
const silentMs = 2_500;
/** A service that works may take so long for a request to change records. */
const silentChangeMs = 10_000;

/**
 * Says when the service cannot be reached, is silent or fails, what is tried meanwhile, and when it answers again.
 *
 * @param say Called from within a pause, at any moment.
 */
export function announcingOutages(
	fetch: typeof globalThis.fetch,
	url: string,
	say: (text: string) => void,
): typeof globalThis.fetch {
	let isDown = false;
	let answers = 0;
	let failing: ReturnType<typeof setTimeout> | undefined;
	const announce = (text: string) => {
		if (isDown) return;
		isDown = true;
		say(`${text}; nothing is paid twice`);
	};
	const noteAnswer = () => {
		clearTimeout(failing);
		if (isDown) say("The service answers again");
		[isDown, failing] = [false, undefined];
		answers++;
	};
	/** A failure that the next try mends is not worth a word. */
	const noteFailure = () => {
		failing ??= setTimeout(
			() => announce(`The service at ${url} has a problem. Trying again`),
			silentMs,
		).unref();
	};
	return async (input, init) => {
		const before = answers;
		const timer = setTimeout(
			() => {
				if (answers === before)
					announce(`The service at ${url} has not answered yet. Still trying`);
			},
			before > 0 && init?.method === "POST" ? silentChangeMs : silentMs,
		);
		try {
			const response = await fetch(input, init);
			if (response.status >= 500 || response.status === 429) noteFailure();
			else if (isAnswerOfService(response)) noteAnswer();
			else announce(`${unreachable(url, foreign)}. ${tryingAgain}`);
			return response;
		} catch (error) {
			announce(`${describeFailure(error, url)}. ${tryingAgain}`);
			throw error;
		} finally {
			clearTimeout(timer);
		}
	};
}
