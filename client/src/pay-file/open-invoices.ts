import { writeFileSync } from "node:fs";
import type { Invoice } from "../generated/openapi.ts";
import { RecordsClient } from "../operations/records-client.ts";
import { describeSystemError, InputError } from "./input-error.ts";
import { openInvoicesHelp } from "./options/help.ts";
import {
	type OpenInvoicesOptions,
	readOpenInvoicesOptions,
} from "./options/read-options.ts";
import { exitCodes } from "./output/exit-codes.ts";
import { toCsv } from "./output/result-csv.ts";
import { type Command, withExitCode } from "./pay-command.ts";
import { stoppingOnFailure } from "./service-error.ts";

/** `procurement-payments-client open-invoices`: writes a file that becomes a file of payments when amounts and UTRs are filled in. */
export const openInvoicesCommand: Command = (args, process) =>
	withExitCode(process, async () => {
		const options = readOpenInvoicesOptions(args);
		if (options === "help") {
			process.print(openInvoicesHelp);
			return exitCodes.paid;
		}
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
	});

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
	const isMeant = ({ vendorId, dueDate, state }: Invoice) =>
		state === "APPROVED" &&
		(dueBy === undefined || (dueDate !== null && dueDate <= dueBy)) &&
		(vendor === undefined ||
			[vendorId ?? "", names.get(vendorId ?? "") ?? ""].some(
				(one) => one.toLowerCase() === vendor.trim().toLowerCase(),
			));
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
	if (lines.length === 0 && vendor !== undefined && dueBy === undefined)
		throw new InputError(
			`No approved open invoice is of a vendor with the name or the id ${JSON.stringify(vendor)}`,
		);
	return lines;
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
