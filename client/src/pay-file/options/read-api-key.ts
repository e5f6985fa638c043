import { readFileSync } from "node:fs";
import { describeSystemError, InputError } from "../input-error.ts";

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
		throw new InputError("The API key has characters that no key has");
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
