import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requiredPermissions } from "../../local/aws-gateway/refusals/required-permissions.ts";
import { demoOrganizationFile } from "../../local/demo-organization.ts";
import { type LocalStack, startLocalStack } from "../../local/local-stack.ts";
import { grantedActions } from "../lib/granted-actions.ts";

/** What each function called, as IAM names it: `MarkAsPaid dynamodb:GetItem`. */
const called = new Set<string>();
let stack: LocalStack;

beforeAll(async () => {
	stack = await startLocalStack({
		port: 0,
		organizationFiles: [demoOrganizationFile],
		storage: "memory",
		log: () => {},
	});
	stack.gateway.faults.add({
		effect: (call, forward) => {
			for (const { action } of requiredPermissions(call)) {
				called.add(`${toFunctionId(call.accessKeyId)} ${action}`);
			}
			return forward(call);
		},
	});
});
afterAll(() => stack.stop());

it("with every function at work, each calls only what its role allows", async () => {
	await put("inventory/skus/bulk", { skus: [sku, sku, { name: "Other" }] });
	const created = await put("procurement/purchase-order", order);
	await send(`procurement/purchase-order/${created.data.poId}`, {
		method: "PATCH",
		body: JSON.stringify({ poNumber: "PO-2" }),
	});
	await put("vendor", { name: "Bolt Makers" });
	await put("payment/request/vendor-advance", advance, "advance");
	await put("payment/request/vendor-advance", linkedAdvance);
	// The second meets what the first created.
	await put("invoice/bulk", { invoices: [invoice] });
	const { data: repeated } = await put("invoice/bulk", { invoices: [invoice] });
	await patch(`invoice/${repeated.failed[0]?.id}`, { state: "APPROVED" });
	// An invoice so often paid that its payments move to a page.
	await pay(largePayments, "archived");
	for (let round = 0; round < 2; round++) await pay(largePayments);
	const { data } = await pay(payments(101));
	const isDone = async () =>
		(await get(`payment/mark-as-paid/${data.bulkActionSlug}`)).data.status ===
		"DONE";
	while (!(await isDone())) await setTimeout(100);
	for (const path of reads) await get(path);

	await get("attempt/mark-as-paid", "archived");
	await get("attempt/vendor-advance", "advance");

	// The functions behind the stream come later than the answers.
	for (const call of [
		"ApprovalMailer ses:SendEmail",
		"EventPublisher events:PutEvents",
	])
		await expect.poll(() => [...called]).toContain(call);
	const granted = grantedActions();
	expect([...called].filter((call) => !granted.has(call))).toEqual([]);
	for (const name of ["BatchStatus", "ReadAttempts", "ReadRecords"])
		expect([...granted].filter(isWriteOf(name))).toEqual([]);
	const atWork = [...called].map((call) => call.split(" ")[0]);
	// The sweeper may or may not have had its first run.
	for (const name of functionIds) expect(atWork).toContain(name);
});

const functionIds = [
	"BulkSkus",
	"PurchaseOrder",
	"UpdatePurchaseOrder",
	"CreateVendor",
	"VendorAdvance",
	"MarkAsPaid",
	"PaymentWorker",
	"BatchStatus",
	"ReadAttempts",
	"CreateInvoices",
	"UpdateInvoice",
	"ReadRecords",
	"ApprovalMailer",
	"EventPublisher",
];

/** With each of them the reads' function calls the store in another way. */
const reads = [
	"vendor",
	"vendor/v-steel",
	"inventory/skus?name=bolt",
	"invoice/inv-1001/payments?limit=100",
	"payment/request",
	"payment/mark-as-paid",
	"organization",
	"tag",
	"tax/gst",
];

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
const advance = { amount: 10, vendorId: "v-steel" };
const linkedAdvance = {
	amount: 150_000,
	vendorId: "v-steel",
	narration: "n",
	purchaseOrderLinkId: "po-large",
	tags: { "cost-centre": { value: 7 } },
};
const payments = (count: number) =>
	Array.from({ length: count }, () => ({ slug: "inv-1001", amount: 0.01 }));
const largePayments = payments(20).map((payment) => ({
	...payment,
	narration: "😀".repeat(500),
}));

const pay = (resources: object[], idempotencyKey?: string) =>
	put(
		"payment/mark-as-paid",
		{ resourceType: "INVOICE", resources },
		idempotencyKey,
	);

const put = (path: string, body: object, idempotencyKey?: string) =>
	send(path, { method: "POST", body: JSON.stringify(body) }, idempotencyKey);
const patch = (path: string, body: object) =>
	send(path, { method: "PATCH", body: JSON.stringify(body) });
const get = (path: string, idempotencyKey?: string) =>
	send(path, { method: "GET" }, idempotencyKey);

async function send(
	path: string,
	request: RequestInit,
	idempotencyKey: string = crypto.randomUUID(),
): Promise<DataAnswer> {
	const response = await fetch(`${stack.url}/v1.0/${path}`, {
		...request,
		headers: {
			authorization: "Api-Key demo-admin-key",
			"x-idempotency-key": idempotencyKey,
		},
	});
	expect(response.status, path).toBe(200);
	// Of the answers only those about the order and the batch are looked into.
	return (await response.json()) as DataAnswer;
}

interface DataAnswer {
	data: {
		poId: string;
		bulkActionSlug: string;
		status: string;
		failed: { id: string }[];
	};
}

const toFunctionId = (accessKeyId: string) =>
	/-(\w+)Function[0-9A-F]{8}/.exec(accessKeyId)?.[1] ?? accessKeyId;

const isWriteOf = (name: string) => (call: string) =>
	call.startsWith(`${name} dynamodb:`) &&
	!/:(GetItem|BatchGetItem|Query)$/.test(call);
