import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runStack, type StackProcess } from "./run-stack.ts";

/** An organization as an administrator sets it up: no vendor, SKU, order or invoice is in the file. */
const organizationFile = {
	org: {
		id: "acme",
		name: "Acme India Pvt Ltd",
		features: { vendorAdvances: true },
	},
	users: [{ id: "u-admin", name: "Admin", role: "ADMIN" }],
	apiKeys: [
		{
			key: "acme-key",
			userId: "u-admin",
			permissions: [
				"inventory:write",
				"inventory:read",
				"procurement:write",
				"procurement:read",
				"payments:request",
				"payments:mark-paid",
				"payments:read",
				"invoices:read",
				"invoices:write",
				"invoices:approve",
				"vendors:read",
				"vendors:write",
				"organization:read",
			],
		},
	],
	gstTaxes: [{ id: 1, name: "GST 18%", rate: 18, rateType: "PERCENTAGE" }],
	tdsTaxes: [{ id: 1, name: "TDS 10%", rate: 10, rateType: "PERCENTAGE" }],
	approvalPolicies: [{ name: "Default", default: true, stages: [] }],
	procurementPolicy: { payers: ["u-admin"] },
};

const vendor = { vendorId: "v-1", name: "Copper Works" };
const sku = { name: "Copper wire", itemCode: "WIRE-1", rate: 12.5 };
const draft = {
	poNumber: "PO-1",
	poType: "GOODS",
	matchingType: "THREE_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
	lineItems: [
		{ identifier: "wire", quantity: 100, rate: 12.5, skuCode: "WIRE-1" },
	],
};
const completion = {
	vendorId: "v-1",
	description: "Wire for the plant",
	paymentTerms: "30 days",
};
const invoice = {
	invoiceNumber: "CW/17",
	vendorId: "v-1",
	amount: 500,
	invoiceDate: "2026-11-20",
	state: "APPROVED",
};

let folder: string;
let stack: StackProcess;
let url: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "api-only-"));
	const path = join(folder, "acme.json");
	writeFileSync(path, JSON.stringify(organizationFile));
	stack = runStack("--memory", "--port", "0", "--org", path);
	url = await stack.ready();
});
afterAll(async () => {
	await stack.end("SIGTERM");
	rmSync(folder, { recursive: true });
});

interface Call {
	body?: object;
	/** It is sent as `x-idempotency-key`. */
	key?: string;
}

/** What the tests read of an answer's `data`; which of it is there, they expect. */
interface Data {
	items: { id: string; poId: string }[];
	id: string;
	status: string;
	paymentRequestId: string;
	results: { paymentId: string }[];
	failed: object[];
}

async function call(method: string, path: string, { body, key }: Call = {}) {
	const response = await fetch(`${url}/v1.0/${path}`, {
		method,
		headers: {
			authorization: "Api-Key acme-key",
			...(key && { "x-idempotency-key": key }),
		},
		...(body && { body: JSON.stringify(body) }),
	});
	// Unchecked cast: an answer of another shape fails the expectation on it.
	const answered = (await response.json()) as { data: Data };
	return { status: response.status, body: answered };
}

/** Sends a request and drops its answer: the caller has to find out its outcome. */
const callAndLoseAnswer = async (...request: Parameters<typeof call>) => {
	await call(...request);
};

const get = async (path: string, key?: string) => {
	const { status, body } = await call("GET", path, key ? { key } : {});
	expect(status, JSON.stringify(body)).toBe(200);
	return body.data;
};

describe("R1 to R9: everything over the API, each lost answer recovered", () => {
	it("R4: a vendor is created again under its id: the repeated call succeeds", async () => {
		await callAndLoseAnswer("POST", "vendor", { body: vendor });
		const repeated = await call("POST", "vendor", { body: vendor });
		expect(repeated).toMatchObject({
			status: 200,
			body: { data: { vendorId: "v-1" } },
		});
		expect((await get("vendor")).items).toMatchObject([vendor]);
	});

	it("R3: a SKU whose creation was not answered is found by its item code", async () => {
		await callAndLoseAnswer("POST", "inventory/skus/bulk", {
			body: { skus: [sku] },
		});
		const found = await get("inventory/skus?itemCode=wire-1");
		expect(found.items).toMatchObject([sku]);
		const repeated = await call("POST", "inventory/skus/bulk", {
			body: { skus: [sku] },
		});
		expect(repeated.body.data).toMatchObject({ successCount: 0 });
		expect((await get("inventory/skus")).items).toHaveLength(1);
	});

	it("R2: a draft is found by its number, completed and activated, each without its answer", async () => {
		await callAndLoseAnswer("POST", "procurement/purchase-order", {
			body: draft,
		});
		const orderPath = `procurement/purchase-order/${(await findOrder()).poId}`;

		await callAndLoseAnswer("PATCH", orderPath, { body: completion });
		expect(await get(orderPath)).toMatchObject({
			...completion,
			state: "DRAFTED",
			version: 2,
		});
		const repeated = await call("PATCH", orderPath, { body: completion });
		expect(repeated.body.data).toMatchObject({ version: 2 });

		const activation = { body: { state: "ACTIVE" } };
		await callAndLoseAnswer("PATCH", orderPath, activation);
		expect(await get(orderPath)).toMatchObject({
			state: "APPROVED",
			amount: 1250,
		});
		expect((await call("PATCH", orderPath, activation)).status).toBe(409);
	});

	it("R9: an advance whose answer was lost is named by its attempt, and holds its order", async () => {
		const { poId } = await findOrder();
		const advance = {
			amount: 1000,
			vendorId: "v-1",
			gstId: 1,
			gstAmount: 180,
			tdsId: 1,
			tdsAmount: 100,
			purchaseOrderLinkId: poId,
		};
		await callAndLoseAnswer("POST", "payment/request/vendor-advance", {
			body: advance,
			key: "advance-1",
		});
		const attempt = await get("attempt/vendor-advance", "advance-1");
		expect(attempt).toMatchObject({ status: "SETTLED" });
		const { paymentRequestId } = attempt;
		expect(await findOrder()).toMatchObject({
			linkedPaymentRequestId: paymentRequestId,
		});
		expect(await get(`payment/request/${paymentRequestId}`)).toMatchObject({
			state: "APPROVED",
			tax: { netPayable: 1080 },
			payers: ["u-admin"],
		});
		expect((await get("payment/request?vendorId=v-1")).items).toHaveLength(1);
	});

	it("R5: an invoice that is created again is refused with its id, and is there once", async () => {
		const creation = { body: { invoices: [invoice] } };
		await callAndLoseAnswer("POST", "invoice/bulk", creation);
		const repeated = await call("POST", "invoice/bulk", creation);
		const { id } = await findInvoice();
		expect(repeated.body.data.failed).toMatchObject([
			{ code: "INVOICE_EXISTS", id },
		]);
		expect((await get("invoice")).items).toHaveLength(1);
	});

	it("R9: a payment whose answer was lost is reported by its attempt, and was made once", async () => {
		const { id } = await findInvoice();
		const payment = {
			body: {
				resourceType: "INVOICE",
				resources: [{ slug: id, amount: 200.5, utr: "HDFC1" }],
			},
			key: "payment-1",
		};
		await callAndLoseAnswer("POST", "payment/mark-as-paid", payment);
		const { status, results } = await get("attempt/mark-as-paid", "payment-1");
		expect(status).toBe("SETTLED");
		expect(results).toMatchObject([{ slug: id, status: "RECORDED" }]);

		const repeated = await call("POST", "payment/mark-as-paid", payment);
		expect(repeated.status).toBe(409);
		const payments = await get(`invoice/${id}/payments`);
		const paymentId = results[0]?.paymentId;
		expect(payments.items).toMatchObject([
			{ id: paymentId, amount: 200.5, idempotencyKey: "payment-1" },
		]);
		expect(await findInvoice()).toMatchObject({ due: 299.5, paid: 200.5 });
	});
});

async function findOrder() {
	const { items } = await get("procurement/purchase-order?poNumber=PO-1");
	const [found, ...others] = items;
	if (!found || others.length > 0) throw new Error("Not exactly one");
	return found;
}

async function findInvoice() {
	const { items } = await get("invoice?vendorId=v-1&invoiceNumber=CW%2F17");
	const [found, ...others] = items;
	if (!found || others.length > 0) throw new Error("Not exactly one");
	return found;
}
