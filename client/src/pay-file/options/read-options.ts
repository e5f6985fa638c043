import { type ParseArgsConfig, parseArgs } from "node:util";
import { InputError } from "../errors.ts";
import { type DateFormat, dateFormats, readDate } from "../input/cells.ts";
import { type Field, fields } from "../input/file-row.ts";
import type { ReadingOptions } from "../input/read-payments.ts";
import { openInvoicesUsage, reverseUsage, usage } from "./help.ts";

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

export interface ReverseOptions extends RunOptions {
	/** Why the payments are reversed. */
	reason: string;
}

const serviceFlags = {
	url: { type: "string" },
	"api-key-file": { type: "string" },
	help: { type: "boolean", short: "h", default: false },
} as const;

const runFlags = {
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
	const { values, positionals } = parse(args, flags);
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

/** The service takes so many characters. */
const reasonLengthMax = 500;

/** Reads the options of `reverse`. @throws InputError that names the wrong option. */
export function readReverseOptions(
	args: readonly string[],
): ReverseOptions | "help" {
	const { values, positionals } = parse(args, {
		...runFlags,
		reason: { type: "string" },
	});
	if (values.help) return "help";
	const what = "the result file";
	const run = toRun(positionals, values, { what, usage: reverseUsage });
	const reason = values.reason?.trim() ?? "";
	if (reason === "" || [...reason].length > reasonLengthMax)
		throw new InputError(
			`Say why with --reason "…", in 1 to ${reasonLengthMax} characters: it stays with the payments`,
		);
	return { ...run, resumes: true, reason };
}

interface RunValues extends ServiceValues {
	"dry-run": boolean;
	"skip-bad-rows": boolean;
	yes: boolean;
	results?: string | undefined;
}

function toRun(
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

export interface OpenInvoicesOptions extends ServiceOptions {
	/** Where to write the invoices. */
	file: string;
	vendor?: string;
	dueBy?: string;
}

/** Reads the options of `open-invoices`. @throws InputError that names the wrong option. */
export function readOpenInvoicesOptions(
	args: readonly string[],
): OpenInvoicesOptions | "help" {
	const { values, positionals } = parse(args, {
		...serviceFlags,
		vendor: { type: "string" },
		"due-by": { type: "string" },
	});
	if (values.help) return "help";
	const [file = "open-invoices.csv", ...others] = positionals;
	if (others.length > 0)
		throw new InputError("Only one file can be named, the one to write");
	const [ending = ""] = /\.(?:xls[a-z]?|ods|numbers)$/i.exec(file) ?? [];
	if (ending !== "")
		throw new InputError(
			`${file}: the file is written as CSV, which is no workbook: name it ${file.slice(0, -ending.length)}.csv`,
		);
	const dueBy = values["due-by"];
	const read = dueBy === undefined ? undefined : readDate(dueBy);
	// What a file of payments has options for.
	if (read && "problem" in read)
		throw new InputError(
			`--due-by ${read.problem.replace(/; [^;"]*$/, "")}; write it as 2026-11-30`,
		);
	return {
		file,
		...toService(values, openInvoicesUsage),
		...(values.vendor !== undefined && { vendor: values.vendor }),
		...(read && { dueBy: read.date }),
	};
}

interface ServiceValues {
	url?: string | undefined;
	"api-key-file"?: string | undefined;
}

function toService(values: ServiceValues, usage: string): ServiceOptions {
	if (values.url === undefined)
		throw new InputError(`--url is missing. ${usage}`);
	return {
		url: toUrl(values.url),
		...(values["api-key-file"] !== undefined && {
			apiKeyFile: values["api-key-file"],
		}),
	};
}

function parse<Flags extends NonNullable<ParseArgsConfig["options"]>>(
	args: readonly string[],
	options: Flags,
) {
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
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !["http:", "https:"].includes(url.protocol))
		throw new InputError(
			`--url ${text}: must be a URL such as https://api.example.com`,
		);
	if (url.search || url.hash || url.username || url.password)
		throw new InputError(`--url: must have no query, fragment or password`);
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
