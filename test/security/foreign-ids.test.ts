import { beforeAll, expect, it } from "vitest";
import { acmeWithAdvances } from "../functions/vendor-advance/advances.ts";
import {
	fuzzedOperations,
	type Schema,
} from "../reliability/fuzz/operations.ts";
import { payableInvoices } from "../support/acme.ts";
import { startBatch, workOff } from "../support/batches.ts";
import type { TestedEndpoint } from "../support/every-endpoint.ts";
import { pay } from "../support/pay.ts";
import { tableContents } from "../support/table-contents.ts";
import { useSharedWorld } from "../support/use-world.ts";
import { type IdRequest, idFields, notIds } from "./id-fields.ts";

const world = useSharedWorld();
const key = "globex-key";
/** In every name and text of the other organization's records. */
const canary = "Canary";
/** Ids that only an answer to acme has, by the name that `idFields` gives them. */
const made: Record<string, string> = {};
let poId = "";

beforeAll(async () => {
	await world.import(foreignOrganization());
	await world.import(ownOrganization());
	const skus = { skus: [{ name: "foreign sku", itemCode: "FOREIGN-1" }] };
	await world.post("/v1.0/inventory/skus/bulk", skus);
	const { body } = await world.post(
		"/v1.0/payment/request/vendor-advance",
		{ amount: 10, vendorId: "foreign-vendor", narration: canary },
		{ idempotencyKey: "foreign-key" },
	);
	made.paymentRequest = body.data.paymentRequestId;
	await pay(world, [{ slug: "inv-0", amount: 1, narration: canary }], {
		idempotencyKey: "foreign-key",
	});
	made.batch = await startBatch(
		world,
		Array.from({ length: 101 }, () => ({ slug: "inv-1", amount: 0.01 })),
	);
	await workOff(world);
	const page = await world.get("/v1.0/invoice", "limit=1");
	made.cursor = page.body.data.nextCursor;
	const order = await world.post("/v1.0/procurement/purchase-order", draft, {
		key,
	});
	poId = order.body.data.poId;
});

const vendors = (id: string) => [{ id, name: `${canary} Traders` }];

function foreignOrganization() {
	const file = acmeWithAdvances();
	return {
		...file,
		org: { ...file.org, name: canary },
		vendors: vendors("foreign-vendor"),
		entities: [{ id: 901, name: canary }],
		gstTaxes: [
			{ id: 902, name: canary, rate: 18, rateType: "PERCENTAGE" as const },
		],
		tdsTaxes: [
			{ id: 903, name: canary, rate: 10, rateType: "PERCENTAGE" as const },
		],
		tags: [{ slug: "foreign-tag", name: canary, type: "VARCHAR" as const }],
		purchaseOrders: [
			{
				id: "foreign-order",
				poNumber: "FOREIGN-PO",
				vendorId: "foreign-vendor",
				state: "APPROVED" as const,
				amount: 1e6,
			},
		],
		advances: [],
		invoices: payableInvoices(3).map((invoice) => ({
			...invoice,
			vendorId: "foreign-vendor",
			invoiceNumber: `FOREIGN-${invoice.slug}`,
		})),
	};
}

function ownOrganization() {
	const file = acmeWithAdvances();
	return {
		...file,
		org: { ...file.org, id: "globex" },
		advances: [],
		apiKeys: file.apiKeys.map((apiKey) => ({ ...apiKey, key })),
	};
}

const draft = {
	poNumber: "PO-0001",
	lineItems: [{ identifier: "line-1", quantity: 1, rate: 1 }],
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
};

/** Answers that two requests with different ids have in common; new ids are all alike. */
async function send(request: IdRequest, id: string | number) {
	const { method, url, body, idempotencyKey } = request(id, poId);
	const answer = await world.send(
		method as TestedEndpoint["method"],
		url,
		body,
		{ key, ...(idempotencyKey && { idempotencyKey }) },
	);
	const { status, headers, body: answered } = answer;
	const text = JSON.stringify({ status, headers, answered });
	return text
		.replaceAll(String(id), "<id>")
		.replace(/[0-9A-HJKMNP-TV-Z]{26}|inv-[0-9a-v]{32}/g, "<new id>");
}

const itemsOf = async (organizationId: string) =>
	[...(await tableContents(world))].filter(([pk]) =>
		pk.includes(organizationId),
	);

it.each(idFields)(
	"OWASP API1: an id of another organization is answered as one that does not exist: $field",
	async ({ foreign, unknown, request }) => {
		const id = made[foreign] ?? foreign;
		const before = await itemsOf("acme");
		const answer = await send(request, id);
		expect(answer).not.toContain(canary);
		expect(answer).not.toMatch(/"status":5/);
		expect(await itemsOf("acme")).toEqual(before);
		expect(answer).toBe(await send(request, unknown));
	},
);

const readable = idFields.filter(
	({ field }) => field.startsWith("GET") && !field.endsWith("cursor"),
);

it.each(readable)(
	"the id is one that its own organization finds: $field",
	async ({ foreign, request }) => {
		const { method, url, idempotencyKey } = request(
			made[foreign] ?? foreign,
			"",
		);
		const { status, body } = await world.send(
			method as TestedEndpoint["method"],
			url,
			undefined,
			{ ...(idempotencyKey && { idempotencyKey }) },
		);
		expect(status).toBe(200);
		expect(body.data.items).not.toEqual([]);
	},
);

it("OWASP API1: every parameter and property of the document is one of these, or no id", () => {
	const known = new Set([...idFields.map(({ field }) => field), ...notIds]);
	const all = fuzzedOperations.flatMap(({ routeKey, parameters, body }) => [
		...parameters.map(({ name }) => `${routeKey} ${name}`),
		...(body ? leavesOf(body).map((leaf) => `${routeKey} ${leaf}`) : []),
	]);
	const isKnown = (field: string) =>
		known.has(field) || known.has(field.split(" ").at(-1) ?? "");
	expect(all.filter((field) => !isKnown(field))).toEqual([]);
});

/** Names of all properties without properties of their own. */
function leavesOf({ properties = {}, items }: Schema): string[] {
	if (items) return leavesOf(items);
	return Object.entries(properties).flatMap(([name, property]) => {
		const inner = leavesOf(property);
		return inner.length > 0 ? inner : [name];
	});
}
