import { writeFileSync } from "node:fs";
import type { ProcurementPaymentsClient } from "../client.ts";
import type { Invoice } from "../generated/openapi.ts";
import { quote } from "../payment-file/cells/quote.ts";
import { readDate } from "../payment-file/cells/read-date.ts";
import { indexVendors } from "../payment-file/payments/vendors.ts";
import { openInvoicesHeadings } from "../payment-file/table/headings.ts";
import { toCsvFile } from "../payment-file/write/csv-file.ts";
import { toWorkbookFile } from "../payment-file/write/workbook-file.ts";
import { type Command, toCommand } from "./command-line/command.ts";
import type { ServiceOptions } from "./command-line/connect.ts";
import { describeSystemError } from "./command-line/describe-failure.ts";
import { exitCodes, InputError } from "./command-line/errors.ts";
import {
	parseOptions,
	program,
	serviceFlags,
	toService,
} from "./command-line/options.ts";
import { count } from "./output/figures.ts";
import { nearest } from "./output/nearest.ts";

const help = `Usage: ${program} open-invoices [<file>] --url <address> [options]

Writes the approved invoices on which something is due to a new file (.xlsx or .csv), open-invoices.xlsx. Fill in amounts and
UTRs, delete the rows that are not to be paid, and pay the file.

  --vendor <name or id>     only those of this vendor
  --due-by <date>           only those that are due by this day, such as 2026-11-30
  --api-key-file <file>     has the API key, alone; default: the environment variable PROCUREMENT_PAYMENTS_API_KEY

The API key needs the permissions invoices:read and vendors:read.
`;

interface OpenInvoicesOptions {
	service: ServiceOptions;
	/** The path to which the invoices are written. */
	file: string;
	vendor: string | undefined;
	dueBy: string | undefined;
}

const flags = {
	...serviceFlags,
	vendor: { type: "string" },
	"due-by": { type: "string" },
} as const;

function readOptions(args: readonly string[]): OpenInvoicesOptions {
	const { values, positionals } = parseOptions(args, flags);
	const [file = "open-invoices.xlsx", ...others] = positionals;
	if (others.length > 0)
		throw new InputError("Only one file can be named, the one to write");
	if (!/\.(?:xlsx|csv)$/i.test(file))
		throw new InputError(`${file}: the name must end in .xlsx or .csv`);
	return {
		service: toService(values),
		file,
		vendor: values.vendor,
		dueBy: toDay(values["due-by"]),
	};
}

function toDay(text: string | undefined): string | undefined {
	if (text === undefined) return undefined;
	const read = readDate({ text });
	if ("date" in read) return read.date;
	throw new InputError(`--due-by ${text}: write it as 2026-11-30`);
}

/** `procurement-payments-client open-invoices`. */
export const openInvoicesCommand: Command = toCommand(
	help,
	readOptions,
	async (options, { connect, terminal }) => {
		const lines = await readLines(connect(options.service), options);
		if (lines.length === 0) {
			terminal.print("No invoice is open; nothing was written");
			return exitCodes.done;
		}
		await write(options.file, lines);
		terminal.print(
			`${count(lines.length, "open invoice")} ${lines.length === 1 ? "is" : "are"} in ${options.file}. Fill in amounts and UTRs, delete the rows that are not to be paid, and pay the file`,
		);
		return exitCodes.done;
	},
);

async function readLines(
	client: ProcurementPaymentsClient,
	{ vendor, dueBy }: OpenInvoicesOptions,
): Promise<string[][]> {
	const names = new Map<string, string>();
	for await (const { vendorId, name } of client.listVendors({ limit: 100 }))
		names.set(vendorId, name);
	const vendorId = vendor === undefined ? undefined : findVendor(names, vendor);
	const lines: string[][] = [];
	const query = {
		open: true,
		limit: 100,
		...(vendorId !== undefined && { vendorId }),
	};
	for await (const invoice of client.listInvoices(query)) {
		const { state, dueDate } = invoice;
		if (state !== "APPROVED") continue;
		if (dueBy !== undefined && (dueDate === null || dueDate > dueBy)) continue;
		lines.push(toLine(invoice, names.get(invoice.vendorId ?? "")));
	}
	return lines;
}

const toLine = (invoice: Invoice, vendorName: string | undefined) => [
	vendorName ?? invoice.vendorId ?? "",
	invoice.invoiceNumber ?? "",
	invoice.id,
	invoice.invoiceDate ?? "",
	invoice.dueDate ?? "",
	String(invoice.due),
	invoice.currency ?? "",
	...["", "", "", ""],
];

function findVendor(
	names: ReadonlyMap<string, string>,
	vendor: string,
): string {
	const vendors = [...names].map(([vendorId, name]) => ({ vendorId, name }));
	const [found, other] = indexVendors(vendors)(vendor);
	if (found && !other) return found.vendorId;
	if (found)
		throw new InputError(
			`--vendor ${quote(vendor)} may be several vendors: use the id, such as ${found.vendorId}`,
		);
	const similar = nearest(vendor, [...names.values()]);
	throw new InputError(
		`--vendor ${quote(vendor)}: no vendor has this name or id${similar === undefined ? "" : `; there is ${quote(similar)}`}`,
	);
}

const numbers: ReadonlySet<string> = new Set(["Due", "Amount"]);

/** Never overwrites a file, which may have been filled in. */
async function write(path: string, lines: readonly string[][]) {
	const bytes = /\.csv$/i.test(path)
		? Buffer.from(toCsvFile([openInvoicesHeadings, ...lines]))
		: await toWorkbookFile({
				name: "Open invoices",
				columns: openInvoicesHeadings.map((heading) => ({
					heading,
					isNumber: numbers.has(heading),
				})),
				rows: lines.map((cells) =>
					cells.map((text, position) =>
						numbers.has(openInvoicesHeadings[position] ?? "") && text !== ""
							? { number: text }
							: text,
					),
				),
			});
	try {
		writeFileSync(path, bytes, { flag: "wx" });
	} catch (error) {
		if (!(error instanceof Error && "code" in error)) throw error;
		throw new InputError(
			error.code === "EEXIST"
				? `${path} exists already, and may be filled in. Name another file`
				: `${path} cannot be written: ${describeSystemError(error)}`,
		);
	}
}
