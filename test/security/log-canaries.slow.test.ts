import { describe, expect, it } from "vitest";
import { awsError } from "../../local/aws-gateway/aws-error.ts";
import type { Effect } from "../../local/aws-gateway/faults/faults.ts";
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
import { useSharedWorld } from "../support/use-world.ts";
import { testKey } from "../support/world.ts";

const world = useSharedWorld(() =>
	acmeWithAdvances({
		invoices: [
			...payableInvoices(1, 1e6),
			{ slug: "inv-drafted", vendorId: "v-1", state: "DRAFTED", amount: 1 },
		],
	}),
);

/** In every text that a caller may choose freely. */
const canary = "canary";

/** An error with the stored items in it, as the reasons of a canceled transaction have them. */
const failWithItems: Effect = async (call) => {
	const Item = { ...JSON.parse(call.body.toString()), utr: { S: canary } };
	return awsError(call, 500, "InternalServerError", {
		Item,
		CancellationReasons: [{ Code: "ConditionalCheckFailed", Item }],
	});
};

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
	const members = Object.entries(properties)
		.filter(([name]) => !leftOut.test(name))
		.map(([name, schema]) => [name, fullValue(name, schema, index)]);
	return Object.fromEntries(members);
}

function fullValue(name: string, schema: Schema, index: number): unknown {
	if (name in rightValues) return rightValues[name];
	if (schema.items) return [fullBody(schema.items, index)];
	if (schema.enum) return schema.enum[0];
	if (schema.format === "date") return "2026-11-21";
	if ([schema.type].flat().includes("number")) return 1;
	return `${name} ${canary} ${index}@x`.slice(0, schema.maxLength);
}

/** Of a path with an id: one that gets as far as the write, or one with the canary. */
const pathIds: Readonly<Record<string, string>> = {
	"update-invoice": "inv-drafted",
	"update-purchase-order": "po-drafted",
};

const schemaOf = ({ method, path }: TestedEndpoint) =>
	fuzzedOperations.find(({ routeKey }) => routeKey === `${method} ${path}`)
		?.body;

/** As a process that knows no caller yet: that it asks for the caller may fail as well. */
const newProcess = () => ({
	table: world.connect("service"),
	send: world.queue.send,
});

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
			process: newProcess(),
		},
	);
}

/** Of the request that no fault kept from its end. */
function carriedOutAs(endpoint: TestedEndpoint) {
	const { name, body, notFoundCode, method, path } = endpoint;
	// The list's query has a parameter that it does not know.
	if (lists.has(`${method} ${path}`)) return 400;
	// Its keys are those of the payments and advances before it.
	if (name === "read-attempts") return 200;
	if (name === "create-vendor") return 409;
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
		world.skipPauses();
		const linesBefore = world.logLines.length;
		let status = 0;
		let body: unknown;
		for (let skip = 0, hits = 1; hits > 0; skip += 1) {
			const fault = world.addFault({ skip, effect: failWithItems });
			({ status, body } = await send(endpoint, skip));
			fault.remove();
			hits = fault.hits;
		}
		expect({ status, body }).toMatchObject({ status: carriedOutAs(endpoint) });
		const lines = world.logLines.slice(linesBefore);
		expect(lines.some((line) => JSON.parse(line).status === 500)).toBe(true);
		for (const secret of [canary, testKey])
			expect(lines.filter((line) => line.includes(secret))).toEqual([]);
	});
});
