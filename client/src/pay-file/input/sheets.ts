import { createHash } from "node:crypto";
import { InputError } from "../input-error.ts";
import { parseCsv } from "./parse-csv.ts";
import type { RawRow } from "./read-row.ts";

/** Rows that may have the header: a sheet of a workbook, or a CSV text split at one delimiter. */
export interface Sheet {
	name?: string;
	/** @throws InputError when the rows cannot be told apart. */
	read(): RawRow[];
}

const delimiters = [",", ";", "\t", "|"];

/**
 * The sheets of a CSV file, one for each delimiter: the right one is that with which there is a header.
 *
 * @throws InputError when it is no such file.
 */
export function toSheets(
	bytes: Uint8Array,
	delimiter: string | undefined,
): Sheet[] {
	const text = decode(bytes);
	const tried = delimiter === undefined ? delimiters : [delimiter];
	return tried.map((one) => ({ read: () => parseCsv(text, one) }));
}

function decode(bytes: Uint8Array): string {
	if (
		(bytes[0] === 0xff && bytes[1] === 0xfe) ||
		(bytes[0] === 0xfe && bytes[1] === 0xff)
	)
		throw new InputError('The file is UTF-16: save it as "CSV UTF-8"');
	if (bytes[0] === 0x50 && bytes[1] === 0x4b)
		throw new InputError(
			'The file is a workbook or an archive: save it as "CSV UTF-8"',
		);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new InputError('The file is not UTF-8: save it as "CSV UTF-8"');
	}
}

export const sha256 = (content: string | Uint8Array) =>
	createHash("sha256").update(content).digest("hex");
