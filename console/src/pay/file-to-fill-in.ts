import { openInvoicesHeadings } from "../../../client/src/payment-file/table/headings.ts";
import { today } from "../parts/instant.tsx";
import { askReader, saveFile } from "../reader/reader.ts";
import { may, type Session } from "../service/session.ts";

/** A file needs no more rows than a run can have. */
const invoicesMax = 30_000;

const exampleHeadings = [
	...["Vendor", "Invoice number", "Amount"],
	...["UTR", "Payment date", "Narration"],
];

/** Makes the browser save a file in which payments are filled in: the open invoices, or an example. */
export async function writeOpenInvoices(
	session: Session,
	hasInvoices: boolean,
	onProgress: (read: number) => void,
) {
	const headings = hasInvoices ? openInvoicesHeadings : exampleHeadings;
	const rows = hasInvoices
		? await readInvoices(session, onProgress)
		: exampleRows(today(session.organization.timezone));
	const file = await askReader("write", {
		format: "xlsx",
		headings,
		amounts: [...headings.keys()].filter((index) =>
			["Due", "Amount"].includes(headings[index] ?? ""),
		),
		rows,
	});
	saveFile(file, hasInvoices ? "open-invoices.xlsx" : "example.xlsx");
}

const exampleRows = (day: string) => [
	["Steel Traders", "ST/2026/101", "25000", "HDFCN52026112800123", day, "Rods"],
	["Cloud Hosting Ltd", "CH-7781", "1180.5", "", day, "Hosting, November"],
];

async function readInvoices(
	session: Session,
	onProgress: (read: number) => void,
): Promise<string[][]> {
	const { client } = session;
	const names = new Map<string, string>();
	if (may(session, "vendors:read"))
		for await (const { vendorId, name } of client.listVendors({ limit: 100 }))
			names.set(vendorId, name);
	const rows: string[][] = [];
	for await (const invoice of client.listInvoices({ open: true, limit: 100 })) {
		const { vendorId, invoiceNumber, id, state, due, currency } = invoice;
		if (state !== "APPROVED") continue;
		rows.push([
			names.get(vendorId ?? "") ?? vendorId ?? "",
			invoiceNumber ?? "",
			id,
			invoice.invoiceDate ?? "",
			invoice.dueDate ?? "",
			String(due),
			currency ?? "",
			...["", "", "", ""],
		]);
		onProgress(rows.length);
		if (rows.length >= invoicesMax) break;
	}
	return rows;
}
