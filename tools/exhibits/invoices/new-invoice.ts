import { createInvoices } from "../../../shared/endpoints/endpoints.ts";
import type { DemoService } from "../demo.ts";

export const invoice = {
	invoiceNumber: "ST/2026/118",
	vendorId: "v-steel",
	amount: 1_180.1,
	invoiceDate: "2026-11-01",
};

/** Makes an invoice with a number that the vendor has not used. */
export const newInvoice = ({ newText }: DemoService) => ({
	...invoice,
	invoiceNumber: newText(),
});

/** Creates a draft, and returns its id. */
export async function createInvoice(service: DemoService): Promise<string> {
	const body = { invoices: [newInvoice(service)] };
	const { created } = await service.send(createInvoices, { body });
	return created[0]?.id ?? "";
}
