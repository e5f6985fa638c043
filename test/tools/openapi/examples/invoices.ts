import { path } from "../../../../client/src/http/path.ts";
import { newPayment } from "./payments.ts";
import type { RecordExamples, Recording } from "./recording.ts";
import { newVendor } from "./references.ts";

const invoice = {
	invoiceNumber: "ST/2026/117",
	vendorId: "v-steel",
	amount: 1_180.1,
	invoiceDate: "2026-11-01",
	dueDate: "2026-12-01",
};

const newInvoices = {
	method: "POST",
	url: "/v1.0/invoice/bulk",
	body: { invoices: [invoice, { ...invoice, amount: 1_180 }] },
} as const;

async function prepareInvoice({ prepare }: Recording): Promise<string> {
	await prepare(newVendor);
	const { created } = await prepare(newInvoices);
	return created[0].id;
}

const toApproval = (id: string) => ({
	method: "PATCH" as const,
	url: path`/v1.0/invoice/${id}`,
	body: { state: "APPROVED" },
	headers: { "if-match": '"1"' },
	minute: 10,
});

const paid = "/v1.0/invoice/inv-1001";

export const invoiceExamples = {
	async createInvoices({ prepare, example }) {
		await prepare(newVendor);
		await example("created", "One created, one known", newInvoices);
	},
	async updateInvoice(recording) {
		const id = await prepareInvoice(recording);
		const { example } = recording;
		await example("approved", "A draft is approved", toApproval(id));
	},
	async listInvoicePayments({ prepare, example }) {
		await prepare(newPayment);
		await example("found", "One payment", { url: `${paid}/payments` });
	},
	async reversePayment({ prepare, example }) {
		await prepare(newPayment);
		const { items } = await prepare({ url: `${paid}/payments` });
		await example("reversed", "A payment that the bank returned", {
			method: "POST",
			url: `${paid}/payments/${items[0].id}/reversal`,
			body: { reason: "Returned by the bank: account closed" },
			minute: 45,
		});
	},
	async getInvoice({ prepare, example }) {
		await prepare(newPayment);
		await example("found", "An invoice that is paid in part", { url: paid });
	},
	async listInvoices(recording) {
		const id = await prepareInvoice(recording);
		await recording.prepare(toApproval(id));
		await recording.example("found", "The invoice with this number", {
			url: "/v1.0/invoice?vendorId=v-steel&invoiceNumber=ST%2F2026%2F117",
		});
	},
} satisfies { [operationId: string]: RecordExamples };
