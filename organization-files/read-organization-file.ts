import { readFileSync } from "node:fs";
import { emailRule } from "../shared/domain/email.ts";
import { gstinRule } from "../shared/domain/gstin.ts";
import { removeFloatNoise } from "../shared/domain/json/float-noise.ts";
import { shorten } from "../shared/domain/shorten.ts";
import { type SchemaFailure, toReason } from "../shared/domain/validate.ts";
import { OrganizationFileError, refused } from "./organization-file-error.ts";
import { refuseOrganizationFile } from "./refuse-organization-file.ts";
import type { OrganizationFile } from "./schema.ts";
import { validate } from "./schema.validator.js";

/**
 * Reads an organization file and checks all that needs no store.
 *
 * @throws OrganizationFileError with the path and the JSON pointer: `acme.json: /invoices/3/due must be number`.
 */
export function readOrganizationFile(path: string): OrganizationFile {
	try {
		return checkOrganizationFile(parse(readText(path)));
	} catch (error) {
		if (error instanceof OrganizationFileError) throw error.in(path);
		throw error;
	}
}

/**
 * Checks a parsed organization file.
 *
 * @throws OrganizationFileError with the JSON pointer.
 */
export function checkOrganizationFile(value: unknown): OrganizationFile {
	removeFloatNoise(value);
	if (!validate(value)) throw toRefusal(validate.errors?.[0]);
	refuseOrganizationFile(value);
	return value;
}

function readText(path: string): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
	} catch (error) {
		if (error instanceof TypeError) throw refused("", "must be JSON in UTF-8");
		const reason = error instanceof Error ? error.message : error;
		throw new OrganizationFileError(`cannot be read (${reason})`);
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		// Only the position of the parser's message: the rest quotes the file, which contains secrets.
		const place = /line \d+ column \d+/.exec(String(error))?.[0];
		throw refused("", place ? `must be JSON (${place})` : "must be JSON");
	}
}

function toRefusal(failure: SchemaFailure | undefined): OrganizationFileError {
	if (!failure) return refused("", "is not valid");
	const { instancePath, keyword, message, params } = failure;
	if (keyword === "additionalProperties")
		return refused(
			instancePath,
			`${message}: ${JSON.stringify(shorten(String(params.additionalProperty)))}`,
		);
	if (keyword === "pattern")
		return refused(instancePath, patternRule(instancePath));
	return refused(instancePath, toReason(failure));
}

/** The rule behind the pattern of a property. */
function patternRule(pointer: string): string {
	if (pointer.endsWith("/gstin")) return gstinRule;
	if (pointer.endsWith("/email")) return emailRule;
	return "must be 1 to 64 characters of a to z, 0 to 9 and -";
}
