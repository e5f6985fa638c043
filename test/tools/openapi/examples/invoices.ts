import { path } from "../../../../client/src/http/path.ts";
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
} satisfies { [operationId: string]: RecordExamples };
