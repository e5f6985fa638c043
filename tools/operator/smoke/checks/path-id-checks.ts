import { listInvoicePayments } from "../../../../shared/endpoints/endpoints.ts";
import { oddId } from "../smoke-organization.ts";
import { type Check, mustBe, type SmokeContext } from "./check.ts";
import { mustBePaid, pay } from "./pay.ts";

/** Checks records whose id no path can have as it is. Only this shows whether a gateway passes on the form of R1. */
export const pathIdChecks = (context: SmokeContext): Check[] => {
	const { client, service, today, signal } = context;
	return [
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
				const { results } = await pay(context, [{ slug: oddId, amount: 1 }]);
				mustBePaid(results);
				const listed = await service.send(listInvoicePayments, {
					path: { id: oddId },
				});
				mustBe("the number of payments", listed.items.length, 1);
			},
		},
	];
};
