import type { Table } from "../../../../shared/dynamodb/table.ts";
import { checkExhibit } from "../../../../tools/exhibits/check-exhibit.ts";
import { exhibits } from "../../../../tools/exhibits/exhibits.ts";
import type { ApiClient } from "./api-client.ts";
import { unlink } from "./unlink.ts";

/** The request of every endpoint. */
export async function sendExhibits({ demo }: ApiClient) {
	for (const exhibit of exhibits) await checkExhibit(exhibit, demo);
}

/** What those do not show: further requests with which a function makes another kind of call when nothing fails. */
export async function sendRequests(
	{ post, patch, get, pay }: ApiClient,
	table: Table,
) {
	await post("inventory/skus/bulk", { skus: [sku, sku, { name: "Other" }] });
	const created = await post("procurement/purchase-order", order);
	await patch(`procurement/purchase-order/${created.data.poId}`, {
		poNumber: "PO-2",
	});
	const raised = await post("payment/request/vendor-advance", linkedAdvance);
	const request = `payment/request/${raised.data.paymentRequestId}`;
	await post(`${request}/decision`, returned, { apiKey: "demo-approver-key" });
	await post(`${request}/resubmission`, linkedAdvance, { ifMatch: '"2"' });
	await unlink(table, linkedAdvance.purchaseOrderLinkId);
	await post(`${request}/cancellation`, { reason: "x" });
	// The second meets what the first created.
	await post("invoice/bulk", { invoices: [invoice] });
	const { data: repeated } = await post("invoice/bulk", {
		invoices: [invoice],
	});
	await patch(`invoice/${repeated.failed[0]?.id}`, { state: "APPROVED" });
	// An invoice so often paid that its payments move to a page.
	await pay(largePayments, { key: "archived" });
	for (let round = 0; round < 2; round++) await pay(largePayments);
	const { data: paid } = await get("attempt/mark-as-paid", { key: "archived" });
	for (const { paymentId } of paid.results.slice(0, 2))
		await post(`invoice/inv-1001/payments/${paymentId}/reversal`, {
			reason: "Wrong invoice",
		});
	await get("inventory/skus?name=bolt");
	await get("invoice/inv-1001/payments?limit=100");
	const run = { name: "Vendors", resourceType: "INVOICE" };
	const draft = await post("payment/run", {
		...run,
		resources: [{ vendorId: "v-steel", invoiceNumber: "N-1", amount: 1 }],
	});
	await get(`payment/run/${draft.data.runId}/check`);
	await post(`payment/run/${draft.data.runId}/discard`, {});
}

const sku = { name: "Bolt", itemCode: "BOLT-1" };
const order = {
	poNumber: "PO-1",
	poType: "GOODS",
	matchingType: "THREE_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
	vendorId: "v-steel",
	lineItems: [{ identifier: "a", quantity: 1, rate: 1, skuCode: "bolt-1" }],
};
const invoice = {
	invoiceNumber: "N-1",
	vendorId: "v-steel",
	amount: 10,
	invoiceDate: "2026-11-21",
};
const linkedAdvance = {
	amount: 150_000,
	vendorId: "v-steel",
	narration: "n",
	purchaseOrderLinkId: "po-large",
	tags: { "cost-centre": { value: 7 } },
};
const returned = { decision: "RETURN", stage: 0, round: 1, note: "n" };
const largePayments = Array.from({ length: 20 }, () => ({
	slug: "inv-1001",
	amount: 0.01,
	narration: "😀".repeat(500),
}));
