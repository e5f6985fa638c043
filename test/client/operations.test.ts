import { getEventListeners } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ProcurementPaymentsClient } from "../../client/src/index.ts";
import { exhibits } from "../../tools/exhibits/exhibits.ts";
import { openApiDocument } from "../../tools/openapi/document.ts";

type Client = ProcurementPaymentsClient;
type Call = (client: Client) => Promise<unknown>;
const id = "an id/ä";

async function readAll(list: AsyncIterable<unknown>): Promise<unknown[]> {
	const items: unknown[] = [];
	for await (const item of list) items.push(item);
	return items;
}

/** The resources of the document's example: the client compares the slugs of the answer. */
const paid = [
	{ slug: "inv-1001", amount: 100.1 },
	{ slug: "inv-999", amount: 1 },
];

/** Methods that do more than send the request of their operation. */
const others: Readonly<Record<string, Call>> = {
	markAsPaid: (client) => client.payOnce(paid),
	listEvents: async (client) => {
		for await (const { items } of client.listEvents()) return items;
	},
};

/**
 * Calls the method of an operation with an id for each of the path, with the idempotency key that a GET asks for, and with
 * the body of its exhibit.
 */
const callOf =
	(operationId: string): Call =>
	async (client) => {
		const other = others[operationId];
		if (other) return other(client);
		const { endpoint, demo } = exhibitOf(operationId);
		const ids = endpoint.routeKey.match(/\{/g)?.map(() => id) ?? [];
		const keys = endpoint.idempotencyKey === "read" ? ["key"] : [];
		const { body, ifMatch } = demo;
		// Unchecked cast: the exhibits' own test proves that the service takes the body.
		const methods = client as unknown as Record<
			string,
			(...args: unknown[]) => unknown
		>;
		const returned = methods[operationId]?.(
			...ids,
			...keys,
			...(body ? [body] : []),
			...(ifMatch === undefined ? [] : [{ ifVersion: ifMatch }]),
		);
		return isList(returned) ? readAll(returned) : returned;
	};

const isList = (returned: unknown): returned is AsyncIterable<unknown> =>
	typeof returned === "object" &&
	returned !== null &&
	Symbol.asyncIterator in returned;

function exhibitOf(operationId: string) {
	const found = exhibits.find((one) => one.id === operationId);
	if (!found) throw new Error(`There is no exhibit of ${operationId}`);
	return found;
}

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
			const returned = await callOf(operationId)(client);
			expect(requests).toEqual([`${method} https://service${path}`]);
			if ("items" in data) expect(returned).toEqual(data.items);
			else if (operationId !== "markAsPaid") expect(returned).toEqual(data);
			else expect(returned).toMatchObject({ status: "SETTLED" });
		},
	);
});

it("a request sends only what it needs, and leaves neither a timer nor a listener behind", async () => {
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
	["stopBatch", null, callOf("stopBatch")],
	["reversePayment", null, callOf("reversePayment")],
	["resubmitPaymentRequest", '"2"', callOf("resubmitPaymentRequest")],
	["changeApprover", '"1"', callOf("changeApprover")],
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

const copper = { name: "Copper Works" };

it.each<[string, Call, object | undefined]>([
	...[
		"createSkus",
		"createPurchaseOrder",
		"updatePurchaseOrder",
		"updateVendor",
		"createInvoices",
		"updateInvoice",
	].map((one): [string, Call, object | undefined] => [
		one,
		callOf(one),
		exhibitOf(one).demo.body,
	]),
	[
		"createVendor without an id",
		(client) => client.createVendor(copper),
		copper,
	],
])("%s sends its body, once", async (_, call, body) => {
	const sent: unknown[] = [];
	const client = new ProcurementPaymentsClient({
		...{ url: "https://service", apiKey: "key" },
		fetch: async (_url, init) => {
			sent.push(JSON.parse(String(init?.body)));
			throw new TypeError("fetch failed");
		},
	});
	await expect(call(client)).rejects.toMatchObject({
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
