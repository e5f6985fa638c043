import { FileProblem } from "../sheets/file-problem.ts";

/**
 * Decodes the text of a file that is not an archive.
 *
 * @throws FileProblem When the file is not a table as text. It says what the file is.
 */
export function decodeText(bytes: Uint8Array): string {
	refuseOtherKinds(bytes);
	const text = decode(bytes, findEncoding(bytes));
	refuseMarkup(text);
	return text;
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

function findEncoding(bytes: Uint8Array): Encoding {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
	// In UTF-16 without its mark, the separators and digits of a table have one byte that is zero, always the same one.
	const start = bytes.subarray(0, sampleBytes);
	const zeros = { even: 0, odd: 0 };
	for (const [index, byte] of start.entries())
		if (byte === 0) zeros[index % 2 === 0 ? "even" : "odd"]++;
	const isMany = (count: number) => count * 20 > start.length;
	if (isMany(zeros.odd) && zeros.even === 0) return "utf-16le";
	if (isMany(zeros.even) && zeros.odd === 0) return "utf-16be";
	return "utf-8";
}

const sampleBytes = 65_536;

function decode(bytes: Uint8Array, encoding: Encoding): string {
	try {
		// A byte order mark at the start is not a part of the text.
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		throw new FileProblem(
			encoding === "utf-8"
				? 'The characters of the file are not stored as UTF-8. Open it in a spreadsheet and save it as "CSV UTF-8" or as .xlsx'
				: 'The text of the file (UTF-16) is damaged. Open it in a spreadsheet and save it as "CSV UTF-8" or as .xlsx',
		);
	}
}

const save = "Open it in a spreadsheet and save it as .xlsx";

/** Kinds of files that are not text, by their first bytes. */
const signatures: readonly (readonly [readonly number[], string])[] = [
	[[0x25, 0x50, 0x44, 0x46], "a PDF document"],
	[[0x89, 0x50, 0x4e, 0x47], "a picture"],
	[[0xff, 0xd8, 0xff], "a picture"],
	[[0x47, 0x49, 0x46, 0x38], "a picture"],
	[[0x1f, 0x8b], "a compressed file (gzip)"],
	[[0x37, 0x7a, 0xbc, 0xaf], "a compressed file (7z)"],
	[[0x52, 0x61, 0x72, 0x21], "a compressed file (RAR)"],
	[[0x7b, 0x5c, 0x72, 0x74, 0x66], "a text document (RTF)"],
];

const oldOffice = [0xd0, 0xcf, 0x11, 0xe0];
/** How the first record of workbooks before 1995 begins. */
const oldestWorkbook = [0x09, 0x02, 0x04].map((second) => [0x09, second]);

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
	signature.every((byte, index) => bytes[index] === byte);

function refuseOtherKinds(bytes: Uint8Array) {
	if (startsWith(bytes, oldOffice)) throw new FileProblem(describeOld(bytes));
	if (oldestWorkbook.some((one) => startsWith(bytes, one)) && bytes[3] === 0x00)
		throw new FileProblem(`The file is an old Excel workbook (.xls). ${save}`);
	const [, kind] =
		signatures.find(([signature]) => startsWith(bytes, signature)) ?? [];
	if (kind)
		throw new FileProblem(
			`The file is ${kind}, not a table. Choose a workbook (.xlsx) or a CSV file`,
		);
}

function describeOld(bytes: Uint8Array): string {
	const text = new TextDecoder("latin1").decode(bytes);
	const hasStream = (name: string) => text.includes([...name].join("\0"));
	if (hasStream("EncryptedPackage"))
		return "The file is protected with a password. Open it and save it without one";
	if (hasStream("Workbook") || hasStream("Book"))
		return `The file is an old Excel workbook (.xls). ${save}`;
	return "The file is a document of an old office program, not a table. Choose a workbook (.xlsx) or a CSV file";
}

/** A table as text never begins like these formats. */
function refuseMarkup(text: string) {
	const start = text.slice(0, 2_000).trimStart();
	if (start.startsWith("<"))
		throw new FileProblem(
			/^<\?xml|^<(?:\w+:)?workbook[\s>]/i.test(start)
				? start.includes("urn:schemas-microsoft-com:office:spreadsheet")
					? `The file is an XML spreadsheet of 2003, although its name may say otherwise. ${save}`
					: `The file is XML, not a workbook, although its name may say otherwise. ${save}`
				: `The file is a web page (HTML), not a workbook, although its name may say otherwise. ${save}`,
		);
	if (/^MIME-Version:/i.test(start))
		throw new FileProblem(
			`The file is a web page (MHTML), not a workbook, although its name may say otherwise. ${save}`,
		);
	if (/^ID;P/.test(start))
		throw new FileProblem(
			`The file is a spreadsheet of an old kind (SYLK). ${save}`,
		);
	if (/^(?:\{\s*"|\[\s*[{["])/.test(start))
		throw new FileProblem(
			"The file is JSON, not a table. Choose a workbook (.xlsx) or a CSV file",
		);
}
