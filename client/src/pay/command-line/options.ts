import { type ParseArgsConfig, parseArgs } from "node:util";
import { findUrlFault } from "../../http/service-url.ts";
import type { ServiceOptions } from "./connect.ts";
import { InputError } from "./errors.ts";

export const program = "procurement-payments-client";

export const serviceFlags = {
	url: { type: "string" },
	"api-key-file": { type: "string" },
	help: { type: "boolean", short: "h", default: false },
} as const;

interface ServiceValues {
	url?: string | undefined;
	"api-key-file"?: string | undefined;
}

/** @throws InputError when the address is missing or wrong. */
export function toService(values: ServiceValues): ServiceOptions {
	if (values.url === undefined)
		throw new InputError(
			"--url is missing: the address of the service, such as https://api.example.com",
		);
	return { url: toUrl(values.url), apiKeyFile: values["api-key-file"] };
}

/** @throws InputError that names the wrong option. */
export function parseOptions<
	Flags extends NonNullable<ParseArgsConfig["options"]>,
>(args: readonly string[], options: Flags) {
	if (args.some((one) => /^--api-?key(=|$)/.test(one)))
		throw new InputError(
			"The API key is never an option, since other users of the machine see those. Set PROCUREMENT_PAYMENTS_API_KEY, or name a file with --api-key-file",
		);
	try {
		return parseArgs({ args: [...args], options, allowPositionals: true });
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		// Only the first sentence is shown: the rest of the message is advice on positional arguments.
		const [message] = error.message.split(/\.\s|\n/);
		throw new InputError(`${message}. --help lists the options`);
	}
}

function toUrl(text: string): string {
	const fault = findUrlFault(text);
	// The message does not show the text, which may have a password.
	if (fault !== undefined) throw new InputError(`--url ${fault}`);
	const url = new URL(text);
	return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/v1\.0$/, "")}`;
}

/** @throws InputError when there is more than one, or none where one is needed. */
export function toOnlyArgument(
	[argument, ...others]: readonly string[],
	what: string,
): string {
	if (argument === undefined)
		throw new InputError(`Name ${what}. --help shows how`);
	if (others.length > 0)
		throw new InputError(
			`Only one can be named at a time: ${what}; not also ${others[0]}`,
		);
	return argument;
}

/** @throws InputError when the value is not one of those that are allowed. */
export function toOneOf<Value extends string>(
	option: string,
	text: string | undefined,
	allowed: readonly Value[],
): Value | undefined {
	if (text === undefined) return undefined;
	const value = allowed.find((one) => one === text);
	if (value === undefined)
		throw new InputError(`${option} ${text}: must be ${allowed.join(" or ")}`);
	return value;
}
