import { getEventListeners } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
	type OperationId,
	ProcurementPaymentsClient,
	type RequestBody,
} from "../../client/src/index.ts";
import { openApiDocument } from "../../tools/openapi/document.ts";

type Client = ProcurementPaymentsClient;
const id = "an id/ä";

async function readAll(list: AsyncIterable<unknown>): Promise<unknown[]> {
	const items: unknown[] = [];
	for await (const item of list) items.push(item);
	return items;
}

const line = { identifier: "wire", quantity: 1, rate: 1 };
const order: RequestBody<"createPurchaseOrder"> = {
	poNumber: "PO-1",
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
	lineItems: [line],
};
const invoice = {
	invoiceNumber: "1",
	vendorId: "v-1",
	amount: 1,
	invoiceDate: "2026-11-21",
};
/** The resources of the document's example: the client compares the slugs of the answer. */
const paid = [
	{ slug: "inv-1001", amount: 100.1 },
	{ slug: "inv-999", amount: 1 },
];

const run: RequestBody<"createPaymentRun"> = {
	name: "Vendors",
	resourceType: "INVOICE",
	resources: [{ slug: "inv-1001", amount: 1 }],
};

/** A call of every operation; the compiler misses one that is new. */
const calls: Record<OperationId, (client: Client) => Promise<unknown>> = {
	createSkus: (client) => client.createSkus({ skus: [{ name: "Wire" }] }),
	listSkus: (client) => readAll(client.listSkus()),
	createPurchaseOrder: (client) => client.createPurchaseOrder(order),
	listPurchaseOrders: (client) => readAll(client.listPurchaseOrders()),
	getPurchaseOrder: (client) => client.getPurchaseOrder(id),
	updatePurchaseOrder: (client) =>
		client.updatePurchaseOrder(id, { state: "ACTIVE" }),
	createVendor: (client) => client.createVendor({ name: "Copper Works" }),
	listVendors: (client) => readAll(client.listVendors()),
	getVendor: (client) => client.getVendor(id),
	createVendorAdvance: (client) =>
		client.createVendorAdvance({ amount: 1, vendorId: "v-1" }),
	listPaymentRequests: (client) => readAll(client.listPaymentRequests()),
	getPaymentRequest: (client) => client.getPaymentRequest(id),
	listOpenApprovals: (client) => readAll(client.listOpenApprovals()),
	listPaymentRequestHistory: (client) =>
		readAll(client.listPaymentRequestHistory(id)),
	decideApproval: (client) =>
		client.decideApproval(id, { decision: "APPROVE", stage: 0, round: 1 }),
	resubmitPaymentRequest: (client) =>
		client.resubmitPaymentRequest(
			id,
			{ amount: 1, vendorId: "v-1" },
			{ ifVersion: 2 },
		),
	cancelPaymentRequest: (client) =>
		client.cancelPaymentRequest(id, { reason: "Not needed" }),
	changeApprover: (client) =>
		client.changeApprover(
			id,
			{ stage: 0, round: 1, to: "u-1", reason: "Away" },
			{ ifVersion: 2 },
		),
	createInvoices: (client) => client.createInvoices({ invoices: [invoice] }),
	listInvoices: (client) => readAll(client.listInvoices()),
	getInvoice: (client) => client.getInvoice(id),
	updateInvoice: (client) => client.updateInvoice(id, { state: "VOID" }),
	listInvoicePayments: (client) => readAll(client.listInvoicePayments(id)),
	reversePayment: (client) =>
		client.reversePayment(id, id, { reason: "Wrong invoice" }),
	markAsPaid: (client) => client.payOnce(paid),
	listBatches: (client) => readAll(client.listBatches()),
	getBatch: (client) => client.getBatch(id),
	stopBatch: (client) => client.stopBatch(id, { reason: "wrong file" }),
	createPaymentRun: (client) => client.createPaymentRun(run),
	listPaymentRuns: (client) => readAll(client.listPaymentRuns()),
	getPaymentRun: (client) => client.getPaymentRun(id),
	checkPaymentRun: (client) => readAll(client.checkPaymentRun(id)),
	releasePaymentRun: (client) => client.releasePaymentRun(id),
	discardPaymentRun: (client) => client.discardPaymentRun(id),
	getMarkAsPaidAttempt: (client) => client.getMarkAsPaidAttempt("key"),
	getVendorAdvanceAttempt: (client) => client.getVendorAdvanceAttempt("key"),
	getOrganization: (client) => client.getOrganization(),
	listEntities: (client) => readAll(client.listEntities()),
	listUsers: (client) => readAll(client.listUsers()),
	listGstTaxes: (client) => readAll(client.listGstTaxes()),
	listTdsTaxes: (client) => readAll(client.listTdsTaxes()),
	listTags: (client) => readAll(client.listTags()),
	getTag: (client) => client.getTag(id),
	getKey: (client) => client.getKey(),
};

interface Documented {
	operationId: string;
	responses: {
		200: {
			content: {
				"application/json": {
					examples: Record<string, { value: { data: object } }>;
				};
			};
		};
	};
}

const documented = Object.entries(openApiDocument().paths).flatMap(
	([path, methods]) =>
		// Unchecked cast: the document's own tests check its form.
		Object.entries(methods as object as Record<string, Documented>).map(
			([method, operation]) => ({
				operationId: operation.operationId,
				method: method.toUpperCase(),
				path: path.replace(/\{\w+\}/g, "~YW4gaWQvw6Q"),
				operation,
			}),
		),
);

const exampleOf = ({ responses }: Documented) => {
	const { examples } = responses[200].content["application/json"];
	const [first] = Object.values(examples);
	return first?.value ?? { data: {} };
};

describe("every operation of the OpenAPI document is a method of its name", () => {
	it.each(documented.map((one) => [one.operationId, one] as const))(
		"%s",
		async (operationId, { method, path, operation }) => {
			const requests: string[] = [];
			const { data, ...rest } = exampleOf(operation);
			const body = {
				...rest,
				data: "items" in data ? { ...data, nextCursor: null } : data,
			};
			const client = new ProcurementPaymentsClient({
				url: "https://service/",
				apiKey: "key",
				fetch: async (url, init) => {
					const headers = new Headers(init?.headers);
					expect(headers.get("authorization")).toBe("Api-Key key");
					requests.push(`${init?.method} ${url}`);
					return Response.json(body);
				},
			});
			expect(Object.keys(calls)).toContain(operationId);
			const returned = await calls[operationId as OperationId](client);
			expect(requests).toEqual([`${method} https://service${path}`]);
			if ("items" in data) expect(returned).toEqual(data.items);
			else if (operationId !== "markAsPaid") expect(returned).toEqual(data);
			else expect(returned).toMatchObject({ status: "SETTLED" });
		},
	);
});

it("a request has what it needs and no more, and leaves neither a timer nor a listener", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const { signal } = new AbortController();
	const sent: object[] = [];
	const client = new ProcurementPaymentsClient({
		...{ url: "https://service/stage//", apiKey: " key\n" },
		fetch: async (url, { headers, signal: _, ...init } = {}) => {
			const entries = Object.fromEntries(new Headers(headers));
			sent.push({ url, ...init, headers: entries });
			expect([
				vi.getTimerCount(),
				...getEventListeners(signal, "abort"),
			]).toEqual([...[1, expect.any(Function)]]);
			return Response.json({ ok: true, data: { items: [], nextCursor: null } });
		},
	});
	const query = { open: true, cursor: undefined, vendorId: "a&b" };
	// What JavaScript can pass.
	await readAll(client.listInvoices(query as object, { signal }));
	await client.createVendor({ name: "Copper" }, { signal });
	const headers = { accept: "application/json", authorization: "Api-Key key" };
	expect(sent).toStrictEqual([
		{
			...{ method: "GET", redirect: "error", headers },
			url: "https://service/stage/v1.0/invoice?open=true&vendorId=a%26b",
		},
		{
			...{ method: "POST", redirect: "error" },
			url: "https://service/stage/v1.0/vendor",
			headers: { ...headers, "content-type": "application/json" },
			body: '{"name":"Copper"}',
		},
	]);
	expect(vi.getTimerCount()).toBe(0);
	expect(getEventListeners(signal, "abort")).toEqual([]);
});

it.each<[string, string | null, (client: Client) => Promise<unknown>]>([
	[
		"decideApproval",
		'"3"',
		(client) =>
			client.decideApproval(
				id,
				{ decision: "APPROVE", stage: 0, round: 1 },
				{ ifVersion: 3 },
			),
	],
	[
		"cancelPaymentRequest",
		'"3"',
		(client) =>
			client.cancelPaymentRequest(id, { reason: "r" }, { ifVersion: 3 }),
	],
	["stopBatch", null, calls.stopBatch],
	["reversePayment", null, calls.reversePayment],
	["resubmitPaymentRequest", '"2"', calls.resubmitPaymentRequest],
	["changeApprover", '"2"', calls.changeApprover],
	[
		"createVendor with an id",
		null,
		(client) => client.createVendor({ name: "Copper", vendorId: "v" }),
	],
])(
	"%s is sent again after a lost answer, each time with the If-Match %s",
	async (_, ifMatch, call) => {
		const sent: (string | null)[] = [];
		const client = new ProcurementPaymentsClient({
			...{ url: "https://service", apiKey: "key" },
			timing: { now: () => 0, random: () => 0, sleep: async () => {} },
			fetch: async (_url, init) => {
				sent.push(new Headers(init?.headers).get("if-match"));
				if (sent.length === 1) throw new TypeError("fetch failed");
				return Response.json({ ok: true, data: {} });
			},
		});
		await call(client);
		expect(sent).toEqual([ifMatch, ifMatch]);
	},
);

it.each<[OperationId, unknown]>([
	["createSkus", { skus: [{ name: "Wire" }] }],
	["createPurchaseOrder", order],
	["updatePurchaseOrder", { state: "ACTIVE" }],
	["createVendor", { name: "Copper Works" }],
	["createInvoices", { invoices: [invoice] }],
	["updateInvoice", { state: "VOID" }],
])("%s sends its body, once", async (operationId, body) => {
	const sent: unknown[] = [];
	const client = new ProcurementPaymentsClient({
		...{ url: "https://service", apiKey: "key" },
		fetch: async (_url, init) => {
			sent.push(JSON.parse(String(init?.body)));
			throw new TypeError("fetch failed");
		},
	});
	await expect(calls[operationId](client)).rejects.toMatchObject({
		...{ name: "NoAnswerError", isRetryable: false },
	});
	expect(sent).toEqual([body]);
});

it("getBatch sends its query", async () => {
	const sent: unknown[] = [];
	const client = new ProcurementPaymentsClient({
		...{ url: "https://service", apiKey: "key" },
		fetch: async (url) => {
			sent.push(url);
			return Response.json({ ok: true, data: {} });
		},
	});
	await client.getBatch("b", { limit: 5 });
	expect(sent).toEqual(["https://service/v1.0/payment/mark-as-paid/b?limit=5"]);
});
