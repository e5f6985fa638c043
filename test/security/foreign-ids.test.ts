import { beforeAll, describe, expect, it } from "vitest";
import { toRoute } from "../../shared/endpoints/endpoint.ts";
import { preparedRequest } from "../../tools/exhibits/check-exhibit.ts";
import type { DemoRequest } from "../../tools/exhibits/demo.ts";
import { toApiRequest } from "../../tools/exhibits/demo-service.ts";
import { exhibits, type NamedExhibit } from "../../tools/exhibits/exhibits.ts";
import {
	fuzzedOperations,
	type Schema,
} from "../reliability/fuzz/operations.ts";
import { workOff } from "../support/batches.ts";
import { demoWorld, sendToDemo } from "../support/demo.ts";
import { useSharedWorld } from "../support/use-world.ts";
import {
	firstPage,
	type NamedPlace,
	namedPlaces,
} from "./foreign-ids/named-places.ts";
import {
	canary,
	createOrganizations,
	foreign,
	itemsOf,
	own,
	unknownIds,
} from "./foreign-ids/organizations.ts";

const world = useSharedWorld();
let ids: Awaited<ReturnType<typeof createOrganizations>>;
/** What the other organization has, as the request before left it. */
let items: Awaited<ReturnType<typeof itemsOf>>;

beforeAll(async () => {
	ids = await createOrganizations(world);
	items = await itemsOf(world, foreign.organizationId);
});

const newText = () => crypto.randomUUID();

/** Sends the request of an exhibit after it was changed. */
async function send(
	exhibit: NamedExhibit,
	change: (request: DemoRequest) => DemoRequest,
	{ key } = own,
) {
	// Another batch can be started then.
	await workOff(world);
	const prepared = await preparedRequest(exhibit, demoWorld(world, { key }));
	const request = toApiRequest(exhibit.endpoint, change(prepared), newText);
	return sendToDemo(world, request, { key });
}

/** What answers to two requests with different ids have in common; new ids are all alike, and versions. */
async function answerTo(
	{ exhibit, withId }: NamedPlace,
	id: string | number,
): Promise<string> {
	const { status, headers, body } = await send(exhibit, (request) =>
		withId(request, id),
	);
	return JSON.stringify({ status, headers, body })
		.replaceAll(String(id), "<id>")
		.replace(/[0-9a-hjkmnp-tv-z]{26}|(inv|po)-[0-9a-v]{32}/gi, "<new id>")
		.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<new text>")
		.replace(/"etag":"\\"\d+\\""|"version":\d+/g, "<version>");
}

/** The cursor of a first page of the other organization, and the ids of its records. */
async function foreignId({ exhibit, kind }: NamedPlace) {
	if (kind !== "cursor") return ids.foreignIds[kind];
	const { body } = await send(
		exhibit,
		(request) => firstPage(exhibit, request, ids.foreignIds),
		foreign,
	);
	items = await itemsOf(world, foreign.organizationId);
	return body.data.nextCursor;
}

/** Ids that an organization chooses come last: afterwards, it has records with those of the other one. */
const places = namedPlaces.toSorted(
	(one, other) => Number(one.isChosen) - Number(other.isChosen),
);

it.each(
	places.map(
		(one) => [`${one.exhibit.endpoint.routeKey} ${one.place}`, one] as const,
	),
)(
	"OWASP API1: an id of another organization is answered as one that does not exist, and an own one is found: %s",
	async (_, place) => {
		const id = await foreignId(place);
		expect(id).toBeTruthy();
		const before = items;
		const answer = await answerTo(place, id);
		items = await itemsOf(world, foreign.organizationId);
		expect(answer).not.toContain(canary);
		expect(answer).not.toMatch(/"status":5/);
		expect(items).toEqual(before);
		const { kind } = place;
		if (kind === "cursor") {
			expect(answer).toBe(await answerTo(place, "bm8tc3VjaC1jdXJzb3I"));
			return;
		}
		const unknown = await answerTo(place, unknownIds()[kind]);
		expect(answer).toBe(unknown);
		if (isLookedUp(place))
			expect(await answerTo(place, ids.ownIds[kind])).not.toBe(unknown);
	},
);

/** An organization may choose these for any number of its records. */
const mayRepeat: ReadonlySet<string> = new Set(["skuName", "poNumber"]);

/** A resubmission keeps the vendor, so the two are compared before anything is looked up. */
const isCompared = ({ exhibit: { id }, kind }: NamedPlace) =>
	id === "resubmitPaymentRequest" && kind === "vendor";

/** A payment run may be created before its invoices (runs P2). */
const isLeftOpen = ({ exhibit: { id } }: NamedPlace) =>
	id === "createPaymentRun";

const isLookedUp = (place: NamedPlace) =>
	!(place.isChosen && mayRepeat.has(place.kind)) &&
	!isCompared(place) &&
	!isLeftOpen(place);

it("what the other organization has is compared as a whole: its API keys and claims too", () => {
	const keys = items.map(([key]) => key).join("\n");
	expect(keys).toMatch(/^KEY#.+ KEY$/m);
	expect(keys).toMatch(/^ORG#acme ORG$/m);
	expect(keys).toMatch(/^ORG#acme#INVOICE#.+ INVOICE$/m);
	expect(keys).toMatch(/^ORG#acme#IDEM#.+ IDEM$/m);
});

describe("OWASP API1: a list without a filter has records of the own organization alone:", () => {
	const reads = exhibits.filter(
		({ endpoint: { routeKey, idempotencyKey } }) =>
			routeKey.startsWith("GET ") && !routeKey.includes("{") && !idempotencyKey,
	);

	it.each(reads)("$endpoint.routeKey", async ({ endpoint }) => {
		const { path } = toRoute(endpoint.routeKey);
		const reported = await world.get(path, "", { key: foreign.key });
		const foreignItems = itemsIn(reported.text);
		expect(foreignItems).not.toEqual([]);
		const answer = await world.get(path, "", { key: own.key });
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

it.each(exhibits.map((one) => [one.id, one] as const))(
	"OWASP API1: the exhibit says of each place of its requests what it names: %s",
	(id, { endpoint, names = {} }) => {
		const { parameters = [], body } =
			fuzzedOperations.find(({ routeKey }) => routeKey === endpoint.routeKey) ??
			{};
		const places = [
			...parameters
				.filter(({ in: place }) => place !== "header")
				.map(({ name, schema }): Place => [name, schema]),
			...(body ? placesOf(body) : []),
		]
			.filter(([name, schema]) => !isOfPages.has(name) && mayName(schema))
			.map(([name]) => name);
		expect(
			Object.keys(names).toSorted(),
			`\`names\` in the exhibit ${id} (tools/exhibits)`,
		).toEqual([...new Set(places)].toSorted());
	},
);

const isOfPages: ReadonlySet<string> = new Set(["limit", "cursor"]);

/** Fixed values, dates and decimal numbers name nothing. */
const mayName = ({ type, enum: values, format }: Schema): boolean =>
	!values && !format && ![type].flat().includes("number");

type Place = [place: string, schema: Schema];

/** All properties without properties of their own, and the names of maps: `*`. */
function placesOf(schema: Schema, path: readonly string[] = []): Place[] {
	const { properties = {}, additionalProperties, items, anyOf } = schema;
	if (items) return placesOf(items, path);
	if (anyOf) return anyOf.flatMap((one) => placesOf(one, path));
	if (schema.type === "null") return [];
	if (typeof additionalProperties === "object") {
		const names = [...path, "*"];
		return [[names.join("."), {}], ...placesOf(additionalProperties, names)];
	}
	const members = Object.entries(properties);
	if (members.length === 0) return [[path.join("."), schema]];
	return members.flatMap(([name, one]) => placesOf(one, [...path, name]));
}
