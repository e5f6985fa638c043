import { markAsPaid } from "../../../shared/endpoints/endpoints.ts";
import type { DemoService } from "../demo.ts";

/** An invoice of the demo organization with a large amount due. */
export const paidInvoice = "inv-1001";

/** Pays a little of an invoice, and returns its id. */
export async function payInvoice({ send }: DemoService): Promise<string> {
	await send(markAsPaid, {
		body: {
			resourceType: "INVOICE",
			resources: [{ slug: paidInvoice, amount: 1 }],
		},
	});
	return paidInvoice;
}
