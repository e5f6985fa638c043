import { beforeAll, describe, expect, it } from "vitest";
import { acmeWithAdvances } from "../functions/vendor-advance/advances.ts";
import {
	fuzzedOperations,
	type Schema,
} from "../reliability/fuzz/operations.ts";
import { payableInvoices } from "../support/acme.ts";
import {
	everyEndpoint,
	type TestedEndpoint,
} from "../support/every-endpoint.ts";
import { paidResource } from "../support/reversals.ts";
import { useSharedWorld } from "../support/use-world.ts";
import { testKey } from "../support/world.ts";
import { canary, failEachCall, newProcess } from "./fail-each-call.ts";

const world = useSharedWorld(() =>
	acmeWithAdvances({
		invoices: [
			...payableInvoices(1, 1e6),
			{ slug: "inv-drafted", vendorId: "v-1", state: "DRAFTED", amount: 1 },
		],
	}),
);

/** What must be right for the request to get far; by name of the property. */
const rightValues: Readonly<Record<string, unknown>> = {
	vendorId: "v-1",
	slug: "inv-0",
	amount: 1,
	currency: "INR",
	gstin: "27AAPFU0939F1ZV",
	tags: { project: { value: `a tag's ${canary}` } },
};

/** Refer to records, or go only with others. */
const leftOut =
	/^(state|skuCode|skuName|gstId|gstAmount|tds|tax|orgEntity|purchaseOrderLinkId)/;

/** A body with every property that the schema has, each free text with the canary. */
function fullBody({ properties = {} }: Schema, index: number): object {
	// A payment of a run names its invoice by its slug, or by vendor and number.
	const others = "slug" in properties ? /^(vendorId|invoiceNumber)$/ : /^$/;
	const members = Object.entries(properties)
		.filter(([name]) => !leftOut.test(name) && !others.test(name))
		.map(([name, schema]) => [name, fullValue(name, schema, index)]);
	return Object.fromEntries(members);
}

function fullValue(name: string, schema: Schema, index: number): unknown {
	if (name in rightValues) return rightValues[name];
	if (schema.items)
		return [
			schema.items.properties
				? fullBody(schema.items, index)
				: fullValue(name, schema.items, index),
		];
	if (schema.enum) return schema.enum[0];
	if (schema.format === "date") return "2026-11-21";
	const types = [schema.type].flat();
	if (types.includes("number") || types.includes("integer")) return 1;
	return `${name} ${canary} ${index}@x`.slice(0, schema.maxLength);
}

/** Ids in paths: one that gets as far as the write, or one with the canary. */
const pathIds: Record<string, string> = {
	"update-invoice": "inv-drafted",
	"update-purchase-order": "po-drafted",
	"update-vendor": "v-1",
};

beforeAll(async () => {
	pathIds["reverse-payment"] = await paidResource(world, "inv-0");
});

const schemaOf = ({ method, path }: TestedEndpoint) =>
	fuzzedOperations.find(({ routeKey }) => routeKey === `${method} ${path}`)
		?.body;

function send(endpoint: TestedEndpoint, index: number) {
	const { method, name, path, pathId } = endpoint;
	const id = pathIds[name] ?? `id-${canary}`;
	const schema = schemaOf(endpoint);
	return world.send(
		method,
		`${pathId?.toUrl(id) ?? path}?note=${canary}`,
		schema && fullBody(schema, index),
		{
			idempotencyKey: `key-${canary}-${index}`,
			headers: { "x-note": canary, "user-agent": canary, cookie: canary },
			process: newProcess(world),
		},
	);
}

/** Identifies the request that no fault interrupted. */
function carriedOutAs(endpoint: TestedEndpoint) {
	const { name, body, notFoundCode, method, path, pathId } = endpoint;
	// The list's query has a parameter that it does not know.
	if (lists.has(`${method} ${path}`)) return 400;
	// Its keys are those of the payments and advances before it.
	if (name === "read-attempts") return 200;
	if (name === "create-vendor") return 409;
	// Its id is the canary.
	if (pathId && !(name in pathIds)) return 404;
	return body || !notFoundCode ? 200 : 404;
}

const lists = new Set(
	fuzzedOperations
		.filter(({ path }) => !path.endsWith("}"))
		.filter(({ parameters }) =>
			parameters.some(({ name }) => name === "cursor"),
		)
		.map(({ routeKey }) => routeKey),
);

describe.each(everyEndpoint)("$method $path", (endpoint) => {
	it("OWASP API8, guarantee 8: no line has a key, a body, a query, a path or an item in it, whichever AWS call fails", async () => {
		const { answer, lines } = await failEachCall(world, (round) =>
			send(endpoint, round),
		);
		expect(answer).toMatchObject({ status: carriedOutAs(endpoint) });
		expect(lines.some((line) => JSON.parse(line).status === 500)).toBe(true);
		for (const secret of [canary, testKey])
			expect(lines.filter((line) => line.includes(secret))).toEqual([]);
	});
});
