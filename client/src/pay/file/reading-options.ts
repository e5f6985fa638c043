import {
	type DateOrder,
	dateOrders,
} from "../../payment-file/cells/read-date.ts";
import type { Delimiter } from "../../payment-file/sheets/opened-file.ts";
import { delimiters } from "../../payment-file/sheets/opened-file.ts";
import { type Field, fields } from "../../payment-file/table/headings.ts";
import { InputError } from "../command-line/errors.ts";
import { toOneOf } from "../command-line/options.ts";

/** What the user says about the file. */
export interface ReadingOptions {
	sheet?: string | undefined;
	delimiter?: Delimiter | undefined;
	/** The heading of a field; "" means that no column has it. */
	columns: Readonly<Partial<Record<Field, string>>>;
	/** Headings of columns that are not used. */
	notUsed: readonly string[];
	dateOrder?: DateOrder | undefined;
	hiddenRows?: "PAY" | "LEAVE_OUT" | undefined;
}

export const readingFlags = {
	sheet: { type: "string" },
	delimiter: { type: "string" },
	columns: { type: "string", multiple: true },
	"not-used": { type: "string", multiple: true },
	"date-format": { type: "string" },
	"hidden-rows": { type: "string" },
} as const;

export const readingHelp = `  --columns <field=heading> which column is what, such as amount="Net payable"; also several: utr=Ref,paymentDate=Paid.
                            Fields: invoiceNumber, invoiceId, vendor, amount, currency, utr, paymentDate, narration
  --not-used <headings>     columns that are not to be read, such as "Status,Remarks"
  --date-format <order>     of dates such as 03/04/2026: day-first or month-first
  --hidden-rows <what>      of rows that are hidden or filtered out: pay or leave-out
  --sheet <name>            of a workbook with several sheets of payments
  --delimiter <character>   between the values of a CSV file: , ; | or tab`;

interface ReadingValues {
	sheet?: string | undefined;
	delimiter?: string | undefined;
	columns?: string[] | undefined;
	"not-used"?: string[] | undefined;
	"date-format"?: string | undefined;
	"hidden-rows"?: string | undefined;
}

/** @throws InputError It names the wrong option. */
export const toReadingOptions = (values: ReadingValues): ReadingOptions => ({
	sheet: values.sheet,
	delimiter: toDelimiter(values.delimiter),
	columns: toColumns(values.columns ?? []),
	notUsed: (values["not-used"] ?? []).flatMap(splitList),
	dateOrder: toOneOf("--date-format", values["date-format"], dateOrders),
	hiddenRows: toHiddenRows(values["hidden-rows"]),
});

/** A heading that has a comma is in double quotes. */
const splitList = (text: string): string[] =>
	[...text.matchAll(/\s*(?:"([^"]*)"|([^,]*))\s*(?:,|$)/g)]
		.map(([, quoted, bare = ""]) => (quoted ?? bare).trim())
		.filter((heading) => heading !== "");

function toColumns(texts: readonly string[]): Partial<Record<Field, string>> {
	const columns: Partial<Record<Field, string>> = {};
	for (const text of texts.flatMap((one) => one.split(/,(?=\s*\w+\s*=)/))) {
		const [name = "", ...heading] = text.split("=");
		const field = fields.find(
			(one) => one.toLowerCase() === name.trim().toLowerCase(),
		);
		if (!field || heading.length === 0)
			throw new InputError(
				`--columns ${text}: must be <field>=<heading>. The fields are ${fields.join(", ")}`,
			);
		if (columns[field] !== undefined)
			throw new InputError(`--columns names the ${field} twice`);
		columns[field] = heading
			.join("=")
			.trim()
			.replace(/^"(.*)"$/, "$1");
	}
	return columns;
}

function toDelimiter(text: string | undefined): Delimiter | undefined {
	if (text === undefined) return undefined;
	const given = text === "tab" || text === "\\t" ? "\t" : text;
	const delimiter = delimiters.find((one) => one === given);
	if (delimiter) return delimiter;
	throw new InputError(`--delimiter ${text}: must be one of , ; | or tab`);
}

function toHiddenRows(text: string | undefined) {
	const value = toOneOf("--hidden-rows", text, ["pay", "leave-out"]);
	if (value === undefined) return undefined;
	return value === "pay" ? "PAY" : "LEAVE_OUT";
}
