import { writeFileSync } from "node:fs";
import type { Invoice } from "../generated/openapi.ts";
import { RecordsClient } from "../operations/records-client.ts";
import { toComparable } from "./check/find-invoices.ts";
import { stoppingOnFailure } from "./connection.ts";
import { describeSystemError, exitCodes, InputError } from "./errors.ts";
import { toCsv } from "./files.ts";
import { readDate } from "./input/cells.ts";
import { listed, shown } from "./input/file-row.ts";
import {
	parseOptions,
	type ServiceOptions,
	serviceFlags,
	toService,
} from "./options.ts";
import { toCommand } from "./task.ts";

const openInvoicesUsage =
	"Usage: procurement-payments-client open-invoices [<file.csv>] --url <url> [options]";

export const openInvoicesHelp = `${openInvoicesUsage}

Writes the approved invoices on which something is due to a new CSV file, open-invoices.csv. Fill in amounts and UTRs, delete
the rows that are not to be paid, and pay the file.

  --vendor <name or id>     only those of this vendor
  --due-by <date>           only those that are due by this day, such as 2026-11-30
  --api-key-file <file>     has the API key, alone; default: the environment variable PROCUREMENT_PAYMENTS_API_KEY

The API key needs the permissions invoices:read and vendors:read.
`;

interface OpenInvoicesOptions extends ServiceOptions {
	/** Where to write the invoices. */
	file: string;
	vendor?: string;
	dueBy?: string;
}

/** Reads the options of `open-invoices`. @throws InputError that names the wrong option. */
function readOpenInvoicesOptions(
	args: readonly string[],
): OpenInvoicesOptions | "help" {
	const { values, positionals } = parseOptions(args, {
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

/**
 * `procurement-payments-client open-invoices`: writes a file that becomes a file of payments when amounts and UTRs are
 * filled in.
 */
export const openInvoicesCommand = toCommand(
	readOpenInvoicesOptions,
	openInvoicesHelp,
	async (options, process) => {
		const records = new RecordsClient(
			stoppingOnFailure(process.connect(options), options.url),
		);
		const lines = await readOpenInvoices(records, options);
		if (lines.length === 0) {
			process.print("No open invoice; nothing was written");
			return exitCodes.paid;
		}
		write(options.file, lines);
		process.print(
			`${lines.length} open invoices are in ${options.file}. Fill in amounts and UTRs, delete the rows that are not to be paid, and pay the file`,
		);
		return exitCodes.paid;
	},
);

const header = [
	...["Vendor", "Vendor id", "Invoice number", "Invoice date", "Due date"],
	...["Due", "Currency", "Invoice id", "Amount", "UTR", "Payment date"],
];

async function readOpenInvoices(
	records: RecordsClient,
	{ vendor, dueBy }: OpenInvoicesOptions,
): Promise<string[][]> {
	const names = new Map<string, string>();
	for await (const { vendorId, name } of records.listVendors({ limit: 100 }))
		names.set(vendorId, name);
	const ids = vendor === undefined ? undefined : findVendor(names, vendor);
	const isMeant = ({ vendorId, dueDate, state }: Invoice) =>
		state === "APPROVED" &&
		(dueBy === undefined || (dueDate !== null && dueDate <= dueBy)) &&
		(ids === undefined || ids.has(vendorId ?? ""));
	const lines: string[][] = [];
	for await (const one of records.listInvoices({ open: true, limit: 100 })) {
		if (!isMeant(one)) continue;
		const { id, vendorId, invoiceNumber, invoiceDate, dueDate, due } = one;
		lines.push([
			...[names.get(vendorId ?? "") ?? "", vendorId ?? ""],
			...[invoiceNumber ?? "", invoiceDate ?? "", dueDate ?? ""],
			...[String(due), one.currency ?? "", id, "", "", ""],
		]);
	}
	if (lines.length === 0 && ids && ![...ids].some((id) => names.has(id)))
		throw new InputError(
			`--vendor ${shown(vendor ?? "")}: no vendor has this name or id`,
		);
	return lines;
}

/**
 * The vendor that has this id or name. An id that no vendor has may still be that of an invoice.
 *
 * @throws InputError when it may be one of several.
 */
function findVendor(
	names: ReadonlyMap<string, string>,
	vendor: string,
): ReadonlySet<string> {
	const id = vendor.trim();
	const meant = [...names].flatMap(([one, name]) =>
		[one, name].map(toComparable).includes(toComparable(vendor)) ? one : [],
	);
	if (names.has(id) || meant.length === 0) return new Set([id]);
	if (meant.length > 1)
		throw new InputError(
			`--vendor ${shown(vendor)} may be ${meant.length} vendors: use the id, ${listed(meant.toSorted(), 5)}`,
		);
	return new Set(meant);
}

/** Never writes over a file: it may have been filled in. */
function write(path: string, lines: readonly string[][]) {
	try {
		writeFileSync(path, toCsv([header, ...lines]), { flag: "wx" });
	} catch (error) {
		if (!(error instanceof Error && "code" in error)) throw error;
		throw new InputError(
			error.code === "EEXIST"
				? `${path} exists already, and may be filled in: name another file`
				: `${path} cannot be written: ${describeSystemError(error)}`,
		);
	}
}
