import { readFileSync } from "node:fs";
import type { ClientContext } from "../client-context.ts";
import { toContext } from "../client-options.ts";
import type { Organization } from "../generated/openapi.ts";
import { ApiError, NoAnswerError } from "../http/errors.ts";
import { systemTiming } from "../timing.ts";
import {
	describeFailure,
	describeSystemError,
	foreign,
	InputError,
	isRecordNotFound,
	ServiceError,
	unreachable,
} from "./errors.ts";
import type { ServiceOptions } from "./options.ts";
import { toTerminalText } from "./output/terminal-text.ts";

/** Longer than the service may take for any request. */
const timeoutMs = 40_000;
/** A read is repeated for about a minute. */
const maxRetries = 10;
/** Also if each of its requests takes long. */
const readForMs = 60_000;

/** The user's signal ends pauses only: the answer to a request that was sent is worth waiting for. */
export function connect(
	{ url, apiKeyFile }: ServiceOptions,
	interruption: AbortSignal,
): ClientContext {
	const apiKey = readApiKey(apiKeyFile, process.env);
	const system = systemTiming();
	const timing = {
		...system,
		async sleep(milliseconds: number, signal?: AbortSignal) {
			const end = signal
				? AbortSignal.any([interruption, signal])
				: interruption;
			await system.sleep(milliseconds, end);
			interruption.throwIfAborted();
		},
	};
	const say = (text: string) =>
		process.stderr.write(`${toTerminalText(text)}\n`);
	const fetch = announcingStop(
		announcingOutages(globalThis.fetch, url, say),
		interruption,
		say,
	);
	return limitingReads(
		toContext({ url, apiKey, timeoutMs, maxRetries, timing, fetch }),
	);
}

/** Ends a read whose tries take too long together: the service takes connections and is silent. */
export const limitingReads = (context: ClientContext): ClientContext => ({
	...context,
	async sendRepeatedly(request, signal) {
		if (request.method !== "GET")
			return context.sendRepeatedly(request, signal);
		const limit = new AbortController();
		const timer = setTimeout(
			() =>
				limit.abort(
					new NoAnswerError(`${request.path} was not answered in time`, {
						mayHaveArrived: true,
						isRetryable: true,
					}),
				),
			readForMs,
		);
		const signals = [limit.signal, ...(signal ? [signal] : [])];
		try {
			return await context.sendRepeatedly(request, AbortSignal.any(signals));
		} finally {
			clearTimeout(timer);
		}
	},
});

/** Says at once that the run stops, when it has to wait for an answer first. */
export function announcingStop(
	fetch: typeof globalThis.fetch,
	interruption: AbortSignal,
	say: (text: string) => void,
): typeof globalThis.fetch {
	let underWay = 0;
	interruption.addEventListener("abort", () => {
		if (underWay > 0)
			say(
				"Stopping as soon as the request under way is answered; press Ctrl-C once more to stop at once. Nothing is paid twice",
			);
	});
	return async (input, init) => {
		underWay++;
		try {
			return await fetch(input, init);
		} finally {
			underWay--;
		}
	};
}

const variable = "PROCUREMENT_PAYMENTS_API_KEY";

/** @throws InputError when there is none. */
export function readApiKey(
	file: string | undefined,
	environment: Readonly<Record<string, string | undefined>>,
): string {
	const key = (file === undefined ? environment[variable] : read(file))?.trim();
	if (!key)
		throw new InputError(
			file === undefined
				? `The API key is missing: set ${variable}, or name a file with --api-key-file`
				: `--api-key-file ${file}: the file is empty`,
		);
	if (/[^\x21-\x7e]/.test(key))
		throw new InputError(
			`The API key in ${file ?? variable} has a space or another character that no key has: copy the key again, and nothing else`,
		);
	return key;
}

function read(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		throw new InputError(
			`--api-key-file ${file}: the file cannot be read: ${describeSystemError(error)}`,
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

export interface OpenedOrganization {
	id: string;
	baseCurrency: string;
	/** An IANA name. */
	timezone: string;
	/** Milliseconds since 1970, by the service's clock: that of this machine, or of a former run's, may be wrong. */
	now(): number;
}

/** @param localNow For a gateway that does not send the time. */
export async function openOrganization(
	{ sendRepeatedly, timing }: ClientContext,
	localNow: () => number,
): Promise<OpenedOrganization> {
	const path = "/v1.0/organization";
	const { body, headers } = await sendRepeatedly({ method: "GET", path });
	const date = Date.parse(headers.get("date") ?? "");
	const start = (Number.isNaN(date) ? localNow() : date) - timing.now();
	// Unchecked cast: the OpenAPI document gives the answer this shape.
	const { id, baseCurrency, timezone } = body.data as Organization;
	return { id, baseCurrency, timezone, now: () => start + timing.now() };
}
