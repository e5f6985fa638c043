import { type ParseArgsConfig, parseArgs } from "node:util";
import { findUrlFault } from "../http/service-url.ts";
import { InputError } from "./errors.ts";
import { type DateFormat, dateFormats } from "./input/cells.ts";
import { type Field, fields } from "./input/file-row.ts";
import type { ReadingOptions } from "./input/read-payments.ts";

export const usage =
	"Usage: procurement-payments-client pay <file> --url <url> [options]";

export const help = `${usage}

Pays the invoices of an Excel workbook (.xlsx) or a CSV file: a row is a payment. It names the invoice by its number, or by its
id. Every row is checked before anything is paid. At a terminal it asks first; a script is not asked. If the run is
interrupted, run the same command again: it continues, and pays nothing twice.

  --url <url>               of the service, such as https://api.example.com
  --dry-run                 checks every row against the records and pays nothing
  --columns <field=header>  the column of a field, such as invoiceNumber=Bill,amount=Paid; fields are invoiceId,
                            invoiceNumber, vendorId, vendor, amount, utr, narration and paymentDate
  --date-format <format>    of dates such as 03/04/2026: day-first, month-first or year-first
  --delimiter <character>   between the columns of a CSV file: , ; | or tab; default: as the header has it
  --allow-repeats           pays a row that has the invoice and the UTR of another one, or that is recorded already
  --skip-bad-rows           pays the other rows when some are bad
  --yes                     pays without asking, also where a date or a currency is unusual, a number has no vendor, or
                            no column has the UTR
  --resume                  pays the rest of a file whose last run is more than a day ago
  --results <file>          where to write the result of each row; default: next to the file
  --api-key-file <file>     has the API key, alone; default: the environment variable PROCUREMENT_PAYMENTS_API_KEY
  --help                    shows this

"open-invoices" writes the open invoices as a file to fill in: procurement-payments-client open-invoices --help
"reverse" undoes what a run has paid, by its result file: procurement-payments-client reverse --help

The API key needs the permissions payments:mark-paid, invoices:read and organization:read, and vendors:read if the file has
the vendors' names.

Exit codes:
  0    every row is paid (--dry-run: can be paid)
  1    some rows are not paid; the result file says why
  2    wrong options, bad rows, a file that cannot be opened, or --resume is needed; this run has paid nothing
  3    it cannot be found out whether some rows were paid; they are named
  4    the run stopped and says why, such as: the service cannot be used, or another run works on this file; run again
  130  interrupted; run again
`;

export interface ServiceOptions {
	/** Without a path of the API and without a slash at the end. */
	url: string;
	apiKeyFile?: string;
}

/** Those of every command that does something with the rows of a file. */
export interface RunOptions extends ServiceOptions {
	file: string;
	isDryRun: boolean;
	skipsBadRows: boolean;
	/** The user has confirmed what would be asked. */
	isConfirmed: boolean;
	/** The rest of an old run is still to be done. */
	resumes: boolean;
	resultFile?: string;
}

export interface PayOptions extends RunOptions {
	reading: ReadingOptions;
}

export const serviceFlags = {
	url: { type: "string" },
	"api-key-file": { type: "string" },
	help: { type: "boolean", short: "h", default: false },
} as const;

export const runFlags = {
	...serviceFlags,
	"dry-run": { type: "boolean", default: false },
	"skip-bad-rows": { type: "boolean", default: false },
	yes: { type: "boolean", short: "y", default: false },
	results: { type: "string" },
} as const;

const flags = {
	...runFlags,
	columns: { type: "string", multiple: true },
	"date-format": { type: "string" },
	delimiter: { type: "string" },
	"allow-repeats": { type: "boolean", default: false },
	resume: { type: "boolean", default: false },
} as const;

/**
 * @param args Behind the command's name.
 * @throws InputError that names the wrong option.
 */
export function readOptions(args: readonly string[]): PayOptions | "help" {
	const { values, positionals } = parseOptions(args, flags);
	if (values.help) return "help";
	return {
		...toRun(positionals, values, { what: "the file of payments", usage }),
		reading: {
			columns: toColumns(values.columns ?? []),
			dateFormat: toDateFormat(values["date-format"]),
			delimiter: toDelimiter(values.delimiter),
			allowRepeats: values["allow-repeats"],
		},
		resumes: values.resume,
	};
}

interface RunValues extends ServiceValues {
	"dry-run": boolean;
	"skip-bad-rows": boolean;
	yes: boolean;
	results?: string | undefined;
}

export function toRun(
	[file, ...others]: readonly string[],
	values: RunValues,
	{ what, usage }: { what: string; usage: string },
): Omit<RunOptions, "resumes"> {
	if (!file) throw new InputError(`Name ${what}. ${usage}`);
	if (others.length > 0)
		throw new InputError(
			`Only one file can be named at a time, not also ${others[0]}`,
		);
	return {
		file,
		...toService(values, usage),
		isDryRun: values["dry-run"],
		skipsBadRows: values["skip-bad-rows"],
		isConfirmed: values.yes,
		...(values.results !== undefined && { resultFile: values.results }),
	};
}

interface ServiceValues {
	url?: string | undefined;
	"api-key-file"?: string | undefined;
}

export function toService(
	values: ServiceValues,
	usage: string,
): ServiceOptions {
	if (values.url === undefined)
		throw new InputError(`--url is missing. ${usage}`);
	return {
		url: toUrl(values.url),
		...(values["api-key-file"] !== undefined && {
			apiKeyFile: values["api-key-file"],
		}),
	};
}

export function parseOptions<
	Flags extends NonNullable<ParseArgsConfig["options"]>,
>(args: readonly string[], options: Flags) {
	if (args.some((one) => /^--api-?key(=|$)/.test(one)))
		throw new InputError(
			"The API key is never an option, since other users of the machine see those: set PROCUREMENT_PAYMENTS_API_KEY, or name a file with --api-key-file",
		);
	try {
		return parseArgs({
			args: [...args],
			options,
			allowPositionals: true,
		});
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		// The first sentence; the rest of the message is advice on positional arguments.
		const [message] = error.message.split(/\.\s|\n/);
		throw new InputError(`${message}. --help lists the options`);
	}
}

function toUrl(text: string): string {
	const fault = findUrlFault(text);
	// Without the text, which may have a password.
	if (fault !== undefined) throw new InputError(`--url ${fault}`);
	const url = new URL(text);
	return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/v1\.0$/, "")}`;
}

function toColumns(texts: readonly string[]): Partial<Record<Field, string>> {
	const columns: Partial<Record<Field, string>> = {};
	for (const text of texts.flatMap((one) => one.split(","))) {
		const [given = "", ...header] = text.split("=");
		const name = given.trim().toLowerCase() === "slug" ? "invoiceId" : given;
		const field = fields.find(
			(one) => one.toLowerCase() === name.trim().toLowerCase(),
		);
		if (!field || header.join("=").trim() === "")
			throw new InputError(
				`--columns ${text}: must be <field>=<header>; fields are ${fields.join(", ")}`,
			);
		if (columns[field] !== undefined)
			throw new InputError(`--columns names the ${field} twice`);
		columns[field] = header.join("=");
	}
	return columns;
}

function toDateFormat(text: string | undefined): DateFormat | undefined {
	if (text === undefined) return undefined;
	const format = dateFormats.find((one) => one === text);
	if (format) return format;
	throw new InputError(
		`--date-format ${text}: must be ${dateFormats.join(", ")}`,
	);
}

function toDelimiter(text: string | undefined): string | undefined {
	if (text === undefined) return undefined;
	const delimiter = text === "tab" || text === "\\t" ? "\t" : text;
	if ([",", ";", "\t", "|"].includes(delimiter)) return delimiter;
	throw new InputError(`--delimiter ${text}: must be one of , ; | or tab`);
}
