import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { removeFloatNoise } from "../../shared/json/float-noise.ts";
import { checkRules } from "./check-rules.ts";
import { findRepeatedNames } from "./find-repeated-names.ts";
import {
	OrganizationFileError,
	refused,
	throwFirst,
} from "./organization-file-error.ts";
import type { OrganizationFile } from "./schema.ts";
import { validate } from "./schema.validator.js";
import { toSchemaErrors } from "./schema-errors.ts";
import { type ValidPart, validPart } from "./valid-part.ts";

/** A file after all checks for which no store is needed. */
export interface InspectedFile {
	/** The part that can be compared with the store; undefined when there is none. */
	part: ValidPart | undefined;
	/** The errors, whose pointers lead into the whole file. */
	errors: OrganizationFileError[];
}

/**
 * Reads an organization file and does all checks for which no store is needed.
 *
 * @throws OrganizationFileError It names the path and the first error's JSON pointer, as in `acme.json: /invoices/3/due
 *   must be number (first of 2 errors)`.
 */
export const readOrganizationFile = (path: string): OrganizationFile =>
	readWithDigest(path).file;

/** `readOrganizationFile`, with the SHA-256 of exactly what was read. */
export const readWithDigest = (path: string) =>
	inFile(path, () => {
		const bytes = readBytes(path);
		return {
			file: requireValid(inspectBytes(bytes)),
			fileDigest: createHash("sha256").update(bytes).digest("hex"),
		};
	});

/**
 * Does what `readOrganizationFile` does, and returns all errors.
 *
 * @throws OrganizationFileError When the file cannot be read or is not JSON.
 */
export function readAndInspect(path: string): InspectedFile {
	return inFile(path, () => inspectBytes(readBytes(path)));
}

/**
 * Checks a parsed organization file.
 *
 * @throws OrganizationFileError For the first error, with the number of all errors.
 */
export const checkOrganizationFile = (value: unknown): OrganizationFile =>
	requireValid(inspectOrganizationFile(value));

function requireValid({ part, errors }: InspectedFile): OrganizationFile {
	throwFirst(errors);
	if (!part) throw refused("", "is not valid");
	return part.file;
}

function inspectBytes(bytes: Buffer): InspectedFile {
	const { text, value } = parse(bytes);
	const { part, errors } = inspectOrganizationFile(value);
	const repeated = findRepeatedNames(text).map((pointer) =>
		refused(pointer, "must NOT be named twice in its object"),
	);
	return { part, errors: [...repeated, ...errors] };
}

function inspectOrganizationFile(value: unknown): InspectedFile {
	removeFloatNoise(value);
	if (validate(value)) {
		const part = { file: value, toOriginal: (pointer: string) => pointer };
		const { errors, isStorable } = checkRules(part);
		return { part: isStorable ? part : undefined, errors };
	}
	const failures = validate.errors ?? [];
	const part = validPart(value, failures);
	const errors = toSchemaErrors(failures);
	if (!part) return { part, errors };
	const further = checkRules(part);
	return {
		part: further.isStorable ? part : undefined,
		errors: [...errors, ...further.errors],
	};
}

function inFile<T>(path: string, action: () => T): T {
	try {
		return action();
	} catch (error) {
		if (error instanceof OrganizationFileError) throw error.in(path);
		throw error;
	}
}

function readBytes(path: string): Buffer {
	try {
		return readFileSync(path);
	} catch (error) {
		const reason = error instanceof Error ? error.message : error;
		throw new OrganizationFileError(null, `cannot be read (${reason})`);
	}
}

function parse(bytes: Buffer): { text: string; value: unknown } {
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		return { text, value: JSON.parse(text) };
	} catch (error) {
		if (error instanceof TypeError) throw refused("", "must be JSON in UTF-8");
		// Only the position of the parser's message is used: the rest quotes the file, which contains secrets.
		const place = /line \d+ column \d+/.exec(String(error))?.[0];
		throw refused("", place ? `must be JSON (${place})` : "must be JSON");
	}
}
