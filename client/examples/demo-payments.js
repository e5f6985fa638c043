// Creates invoices in the demo organization of `npm start`, and writes the file that pays them.
// Usage: node client/examples/demo-payments.js [<count>] [<file.csv>] [<url>]
import { writeFileSync } from "node:fs";
import { ProcurementPaymentsClient } from "procurement-payments-client";

const [count = "1000", file = "payments.csv", url = "http://127.0.0.1:3000"] =
	process.argv.slice(2);
const client = new ProcurementPaymentsClient({
	url,
	apiKey: process.env.PROCUREMENT_PAYMENTS_API_KEY ?? "demo-admin-key",
});
const perRequest = 100;
const vendorId = "v-payments-demo";
// Each time that it is called, it creates other invoices.
const series = Date.now().toString(36).toUpperCase();

await client.createVendor({ vendorId, name: "Payments Demo" });
const lines = ["Vendor id,Invoice number,Amount,UTR,Date"];
for (let first = 1; first <= Number(count); first += perRequest) {
	const last = Math.min(first + perRequest - 1, Number(count));
	const invoices = [];
	for (let number = first; number <= last; number++)
		invoices.push({
			invoiceNumber: `${series}/${number}`,
			vendorId,
			amount: 100_000,
			invoiceDate: "2026-11-01",
			state: "APPROVED",
		});
	const { created } = await client.createInvoices({ invoices });
	for (const { invoiceNumber } of created)
		lines.push(
			`${vendorId},${invoiceNumber},"₹ 1,00,000.00",UTR${series}${invoiceNumber.split("/")[1]},21/11/2026`,
		);
}
writeFileSync(file, `${lines.join("\n")}\n`);
process.stdout.write(`${file}: ${lines.length - 1} payments\n`);
