import type { ServiceOptions } from "./command-line/connect.ts";
import { InputError } from "./command-line/errors.ts";
import {
	parseOptions,
	program,
	serviceFlags,
	toOnlyArgument,
	toService,
} from "./command-line/options.ts";
import {
	type ReadingOptions,
	readingFlags,
	readingHelp,
	toReadingOptions,
} from "./file/reading-options.ts";

export const payHelp = `Usage: ${program} pay <file> --url <address> [options]
       ${program} pay --release <run> --url <address> [options]

Records the payments of an Excel workbook (.xlsx) or a CSV file, in which each row is a payment. It creates a payment run,
checks every row, shows what it would do, asks, and releases the run. The same command again goes on with the same run,
whatever happened before: no payment is made twice.

  --url <address>           of the service, such as https://api.example.com
  --dry-run                 checks every row and pays nothing
  --skip-bad-rows           pays the other rows when some cannot be paid
  --again                   pays what the run of this file has not paid
  --include-repeats         also pays rows that are recorded already, or that are in the file twice
  --release <run>           releases a run that another person has prepared
  --yes                     does not ask before it pays
${readingHelp}
  --results <file>          where to write the result of each row (.csv or .xlsx); default: next to the file
  --api-key-file <file>     has the API key, alone; default: the environment variable PROCUREMENT_PAYMENTS_API_KEY

The API key needs the permissions payments:prepare, payments:release, invoices:read, organization:read, and vendors:read if
the file has vendors.

Exit codes:
  0    every row is paid (--dry-run: can be paid)
  1    some rows are not paid; the results say why
  2    the options or the file are wrong, or rows are bad; nothing was paid
  3    another person must release the run
  4    it stopped and says why, such as: the service cannot be reached; run it again
  130  interrupted; run it again
`;

export interface PayOptions {
	service: ServiceOptions;
	/** The file of payments, or the run that is to be released. */
	what: { file: string } | { runId: string };
	reading: ReadingOptions;
	isDryRun: boolean;
	skipsBadRows: boolean;
	isAgain: boolean;
	includesRepeats: boolean;
	/** Whether the user has confirmed in advance what would be asked. */
	isConfirmed: boolean;
	resultsPath: string | undefined;
}

const flags = {
	...serviceFlags,
	...readingFlags,
	"dry-run": { type: "boolean", default: false },
	"skip-bad-rows": { type: "boolean", default: false },
	again: { type: "boolean", default: false },
	"include-repeats": { type: "boolean", default: false },
	release: { type: "string" },
	yes: { type: "boolean", short: "y", default: false },
	results: { type: "string" },
} as const;

/**
 * @param args The arguments after the command's name.
 * @throws InputError It names the wrong option.
 */
export function readPayOptions(args: readonly string[]): PayOptions {
	const { values, positionals } = parseOptions(args, flags);
	if (values.results !== undefined && !/\.(?:csv|xlsx)$/i.test(values.results))
		throw new InputError(
			"--results: the file's name must end in .csv or .xlsx",
		);
	return {
		service: toService(values),
		what: toWhat(positionals, values.release),
		reading: toReadingOptions(values),
		isDryRun: values["dry-run"],
		skipsBadRows: values["skip-bad-rows"],
		isAgain: values.again,
		includesRepeats: values["include-repeats"],
		isConfirmed: values.yes,
		resultsPath: values.results,
	};
}

function toWhat(
	files: readonly string[],
	runId: string | undefined,
): PayOptions["what"] {
	if (runId === undefined)
		return { file: toOnlyArgument(files, "the file of payments") };
	if (files.length > 0)
		throw new InputError(
			`--release names the run, and no file is read: leave out ${files[0]}`,
		);
	return { runId };
}
