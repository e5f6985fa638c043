import { createHash } from "node:crypto";
import { InputError } from "../input-error.ts";
import { parseCsv } from "./parse-csv.ts";
import type { RawRow } from "./read-row.ts";
import { readWorkbook } from "./workbook.ts";

/** Rows that may have the header: a sheet of a workbook, or a CSV text split at one delimiter. */
export interface Sheet {
	name?: string;
	/** @throws InputError when the rows cannot be told apart. */
	read(): RawRow[];
}

/** A workbook is an archive. */
const zipSignature = [0x50, 0x4b];
const oldOfficeSignature = [0xd0, 0xcf, 0x11, 0xe0];
const utf16Signatures = [
	[0xff, 0xfe],
	[0xfe, 0xff],
];

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
	signature.every((byte, index) => bytes[index] === byte);

const delimiters = [",", ";", "\t", "|"];

/**
 * The sheets of a workbook, or of a CSV file, one for each delimiter: the right one is that with which there is a header.
 *
 * @throws InputError when it is no such file.
 */
export async function toSheets(
	bytes: Uint8Array,
	delimiter: string | undefined,
): Promise<Sheet[]> {
	if (startsWith(bytes, zipSignature))
		return (await readWorkbook(bytes)).map(({ name, rows }) => ({
			name,
			read: () => rows,
		}));
	const text = decode(bytes);
	const tried = delimiter === undefined ? delimiters : [delimiter];
	return tried.map((one) => ({ read: () => parseCsv(text, one) }));
}

function decode(bytes: Uint8Array): string {
	if (utf16Signatures.some((one) => startsWith(bytes, one)))
		throw new InputError('The file is UTF-16: save it as "CSV UTF-8"');
	if (startsWith(bytes, oldOfficeSignature))
		throw new InputError(
			"The file is protected with a password, or an old workbook (.xls): save it as .xlsx without a password, or as CSV UTF-8",
		);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new InputError('The file is not UTF-8: save it as "CSV UTF-8"');
	}
}

export const sha256 = (content: string | Uint8Array) =>
	createHash("sha256").update(content).digest("hex");
