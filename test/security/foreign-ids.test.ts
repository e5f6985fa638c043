import { beforeAll, describe, expect, it } from "vitest";
import {
	fuzzedOperations,
	type Schema,
} from "../reliability/fuzz/operations.ts";
import {
	everyEndpoint,
	type TestedEndpoint,
} from "../support/every-endpoint.ts";
import { useSharedWorld } from "../support/use-world.ts";
import type { IdField, IdRequest, OwnRecords } from "./foreign-ids/id-field.ts";
import { idFields } from "./foreign-ids/id-fields.ts";
import { notIds } from "./foreign-ids/not-ids.ts";
import {
	canary,
	createOrganizations,
	itemsOf,
	ownKey,
} from "./foreign-ids/organizations.ts";

const world = useSharedWorld();
/** Ids and cursors that only an answer to acme has, by the name that `idFields` gives them. */
let made: Record<string, string>;
let own: OwnRecords;
let foreign: OwnRecords;
/** What acme has, as the request before left it. */
let items: Awaited<ReturnType<typeof itemsOf>>;

beforeAll(async () => {
	({ made, own, foreign } = await createOrganizations(world));
	items = await itemsOf(world, "acme");
});

const send = (
	request: IdRequest,
	id: string | number,
	records: OwnRecords,
	options: { key?: string } = {},
) => {
	const { method, url, body, idempotencyKey, ifMatch } = request(id, records);
	return world.send(method as TestedEndpoint["method"], url, body, {
		...options,
		...(idempotencyKey && { idempotencyKey }),
		...(ifMatch !== undefined && { ifMatch }),
	});
};

/** What answers to two requests with different ids have in common; new ids are all alike, and versions. */
async function answerTo(request: IdRequest, id: string | number) {
	const answer = await send(request, id, own, { key: ownKey });
	const { status, headers, body } = answer;
	const text = JSON.stringify({ status, headers, body });
	return text
		.replaceAll(String(id), "<id>")
		.replace(/[0-9a-hjkmnp-tv-z]{26}|inv-[0-9a-v]{32}/gi, "<new id>")
		.replace(/"etag":"\\"\d+\\""|"version":\d+/g, "<version>");
}

// By `%s`, since `$field` shortens it.
const named = (fields: readonly IdField[]) =>
	fields.map((one): [string, IdField] => [one.field, one]);

it.each(named(idFields))(
	"OWASP API1: an id of another organization is answered as one that does not exist: %s",
	async (_, { foreign: name, unknown, request }) => {
		const id = made[name] ?? name;
		const before = items;
		const answer = await answerTo(request, id);
		items = await itemsOf(world, "acme");
		expect(answer).not.toContain(canary);
		expect(answer).not.toMatch(/"status":5/);
		expect(items).toEqual(before);
		expect(answer).toBe(await answerTo(request, unknown));
	},
);

it("what acme has is compared as a whole: its API keys and claims too", () => {
	const keys = items.map(([key]) => key).join("\n");
	expect(keys).toMatch(/^KEY#.+ KEY$/m);
	expect(keys).toMatch(/^ORG#acme ORG$/m);
	expect(keys).toMatch(/^ORG#acme#INVOICE#.+ INVOICE$/m);
	expect(keys).toMatch(/^ORG#acme#IDEM#.+ IDEM$/m);
});

const readable = idFields.filter(({ field }) => field.startsWith("GET"));

it.each(named(readable))(
	"the id is one that its own organization finds: %s",
	async (_, { foreign: name, request }) => {
		const { status, body } = await send(request, made[name] ?? name, foreign);
		expect(status).toBe(200);
		expect(body.data.items).not.toEqual([]);
		expect(body.data.results).not.toEqual([]);
	},
);

describe("OWASP API1: a list without a filter has records of the own organization alone:", () => {
	const reads = everyEndpoint.filter(
		({ method, path }) =>
			method === "GET" && !path.includes("{") && !path.includes("/attempt/"),
	);

	it.each(reads)("$path", async ({ path }) => {
		const reported = await world.get(path, "");
		const foreignItems = itemsIn(reported.text);
		expect(foreignItems).not.toEqual([]);
		const answer = await world.get(path, "", { key: ownKey });
		expect(answer.status).toBe(200);
		expect(answer.text).not.toContain(canary);
		const ownItems = itemsIn(answer.text);
		expect(ownItems.filter((item) => foreignItems.includes(item))).toEqual([]);
	});
});

/** Returns the items of a list, or the one record. */
function itemsIn(text: string): string[] {
	const { data } = JSON.parse(text);
	return (data.items ?? [data]).map((item: object) => JSON.stringify(item));
}

it("OWASP API1: every parameter and property of the document is one of these, or no id", () => {
	const known = [...idFields.map(({ field }) => field), ...notIds];
	const all = fuzzedOperations.flatMap(({ routeKey, parameters, body }) => [
		...parameters.map(({ name }) => `${routeKey} ${name}`),
		...(body ? leavesOf(body) : []).map((leaf) => `${routeKey} ${leaf}`),
	]);
	expect(known.toSorted()).toEqual([...new Set(all)].toSorted());
});

/** Full paths of all properties without properties of their own, and of the names of maps: `*`. */
function leavesOf(schema: Schema, path: readonly string[] = []): string[] {
	const { properties = {}, additionalProperties, items, anyOf } = schema;
	if (items) return leavesOf(items, path);
	if (anyOf) return anyOf.flatMap((one) => leavesOf(one, path));
	if (schema.type === "null") return [];
	if (typeof additionalProperties === "object") {
		const names = [...path, "*"];
		return [names.join("."), ...leavesOf(additionalProperties, names)];
	}
	const members = Object.entries(properties);
	if (members.length === 0) return [path.join(".")];
	return members.flatMap(([name, one]) => leavesOf(one, [...path, name]));
}
