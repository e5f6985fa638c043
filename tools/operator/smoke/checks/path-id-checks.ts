import { oddId } from "../smoke-organization.ts";
import {
	type Check,
	mustBe,
	neverSent,
	type SmokeContext,
	settleWithinMs,
} from "./check.ts";

/** Records whose id no path can have as it is: whether a gateway passes on the form of records R1 shows only here. */
export const pathIdChecks = ({
	client,
	today,
	signal,
	mustList,
}: SmokeContext): Check[] => [
	{
		name: `the vendor ${oddId}`,
		async run() {
			const { vendorId } = await client.getVendor(oddId, { signal });
			mustBe("vendorId", vendorId, oddId);
		},
	},
	{
		name: `the purchase order ${oddId}: read and patched`,
		async run() {
			const { poId } = await client.getPurchaseOrder(oddId, { signal });
			mustBe("poId", poId, oddId);
			const patched = await client.updatePurchaseOrder(
				oddId,
				{
					poType: "SERVICES",
					matchingType: "TWO_WAY",
					poDate: today,
					gstin: "27AAPFU0939F1ZV",
					lineItems: [{ identifier: "work", quantity: 1, rate: 100 }],
				},
				{ signal },
			);
			mustBe("poId", patched.poId, oddId);
		},
	},
	{
		name: `the invoice ${oddId}: read, patched and paid, and its payments listed`,
		async run() {
			const { id } = await client.getInvoice(oddId, { signal });
			mustBe("id", id, oddId);
			const patch = { state: "APPROVED" } as const;
			const patched = await client.updateInvoice(oddId, patch, { signal });
			mustBe("state", patched.state, "APPROVED");
			await client.payOnce([{ slug: oddId, amount: 1 }], {
				attempt: neverSent("smoke-odd"),
				settleWithinMs,
				signal,
			});
			await mustList(1, () =>
				client.listInvoicePayments(oddId, {}, { signal }),
			);
		},
	},
];
