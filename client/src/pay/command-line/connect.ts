import { readFileSync } from "node:fs";
import { ProcurementPaymentsClient } from "../../client.ts";
import { describeFailure, describeSystemError } from "./describe-failure.ts";
import { InputError } from "./errors.ts";
import type { Terminal } from "./terminal.ts";

export interface ServiceOptions {
	/** The address of the service, without a path of the API and without a slash at the end. */
	url: string;
	apiKeyFile?: string | undefined;
}

/** Longer than the service may take for any request. */
const timeoutMs = 40_000;
/** A request that may be repeated is repeated for about a minute. */
const maxRetries = 10;

/** @throws InputError when there is no API key. */
export const connect = (
	{ url, apiKeyFile }: ServiceOptions,
	{ printError }: Terminal,
): ProcurementPaymentsClient =>
	new ProcurementPaymentsClient({
		url,
		apiKey: readApiKey(apiKeyFile, process.env),
		timeoutMs,
		maxRetries,
		fetch: announcingOutages(globalThis.fetch, url, printError),
	});

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
				? `The API key is missing. Set ${variable}, or name a file with --api-key-file`
				: `--api-key-file ${file}: the file is empty`,
		);
	if (/[^\x21-\x7e]/.test(key))
		throw new InputError(
			`The API key in ${file ?? variable} has a space or another character that no key has. Copy the key again, and nothing else`,
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

/** After this time, a user at the terminal wonders whether anything is happening. */
const silentMs = 5_000;

/** Says when the service cannot be reached or is silent, and when it answers again. */
export function announcingOutages(
	fetch: typeof globalThis.fetch,
	url: string,
	say: (text: string) => void,
): typeof globalThis.fetch {
	let isDown = false;
	const announce = (text: string) => {
		if (!isDown)
			say(`${text}. Trying again for a while; nothing is paid twice`);
		isDown = true;
	};
	return async (input, init) => {
		const timer = setTimeout(
			() => announce(`The service at ${url} has not answered yet`),
			silentMs,
		);
		try {
			const response = await fetch(input, init);
			if (isDown && response.status < 500) {
				isDown = false;
				say("The service answers again");
			}
			return response;
		} catch (error) {
			announce(describeFailure(error, url));
			throw error;
		} finally {
			clearTimeout(timer);
		}
	};
}
