import { toRoute } from "../../../shared/endpoints/endpoint.ts";
import type { DemoRequest } from "../../../tools/exhibits/demo.ts";
import {
	exhibits,
	type NamedExhibit,
} from "../../../tools/exhibits/exhibits.ts";
import type { Named, RecordKind } from "../../../tools/exhibits/names.ts";
import { batchSize } from "../../../tools/exhibits/payments/run-batch.ts";

type Id = string | number;

/** A place of a request that names a record, or the position in a list. */
export interface NamedPlace {
	exhibit: NamedExhibit;
	/** As in the `names` of an exhibit. */
	place: string;
	kind: RecordKind | "cursor";
	isChosen: boolean;
	/** The request with an id in this place. */
	withId(request: DemoRequest, id: Id): DemoRequest;
}

/** Every place of every request that may name a record. */
export const namedPlaces: readonly NamedPlace[] = exhibits.flatMap(
	(exhibit) => {
		const { endpoint, names = {} } = exhibit;
		const { path } = toRoute(endpoint.routeKey);
		const inQuery = (exhibit.query ?? []).map(({ name }) => name);
		const named = Object.entries(names).flatMap(
			([place, one]): NamedPlace[] => {
				if (one === null) return [];
				const {
					kind,
					with: needed = {},
					isChosen,
				}: Named = typeof one === "string" ? { kind: one } : one;
				const common = { exhibit, place, kind, isChosen: isChosen === true };
				if (path.includes(`{${place}}`))
					return [{ ...common, withId: inPath(place) }];
				if (inQuery.includes(place))
					return [{ ...common, withId: alone(place, needed) }];
				return [{ ...common, withId: inBody(place, needed) }];
			},
		);
		const cursor: NamedPlace = {
			...{ exhibit, place: "cursor", kind: "cursor", isChosen: false },
			withId: (request, id) => ({
				...request,
				query: { limit: limitOf(exhibit), cursor: id },
			}),
		};
		const key: NamedPlace = {
			...{
				exhibit,
				place: "x-idempotency-key",
				isChosen: endpoint.idempotencyKey !== "read",
			},
			kind: "idempotencyKey",
			withId: (request, id) => ({ ...request, idempotencyKey: `${id}` }),
		};
		return [
			...named,
			...(inQuery.includes("cursor") ? [cursor] : []),
			...(endpoint.idempotencyKey ? [key] : []),
		];
	},
);

/** With the whole of the own batch on a page, a cursor of the foreign one, which is larger, is behind its end. */
const limitOf = ({ id }: NamedExhibit): number =>
	id === "getBatch" ? batchSize : 1;

/** The first page of a list, which has another one, of the organization with the larger batch. */
export const firstPage = (
	exhibit: NamedExhibit,
	request: DemoRequest,
	{ batch, paymentRun }: Readonly<Record<"batch" | "paymentRun", Id>>,
): DemoRequest => ({
	...request,
	query: { limit: limitOf(exhibit) },
	...(exhibit.id === "getBatch" && { path: { bulkActionSlug: `${batch}` } }),
	...(exhibit.id === "checkPaymentRun" && { path: { runId: `${paymentRun}` } }),
});

function inPath(name: string): NamedPlace["withId"] {
	return (request, id) => ({
		...request,
		path: { ...request.path, [name]: `${id}` },
	});
}

/** The only filter of a list, besides those that it needs. */
function alone(name: string, needed: object): NamedPlace["withId"] {
	return (request, id) => ({ ...request, query: { ...needed, [name]: id } });
}

function inBody(place: string, needed: object): NamedPlace["withId"] {
	return ({ body, ...request }, id) => ({
		...request,
		// Unchecked cast: a body is an object.
		body: withValue({ ...body, ...needed }, place.split("."), id) as object,
	});
}

/** Replaces a value in the first entry of each list, and of a map, the name, or what stands under a name of the demo's. */
function withValue(
	whole: unknown,
	[name, ...rest]: readonly string[],
	id: Id,
): unknown {
	if (name === undefined) return id;
	if (Array.isArray(whole)) return [withValue(whole[0], [name, ...rest], id)];
	if (name === "*" && rest.length === 0) return { [id]: { value: "x" } };
	const key = name === "*" ? "cost-centre" : name;
	// Unchecked cast: only objects have further names.
	const members = (whole ?? {}) as Record<string, unknown>;
	return { ...members, [key]: withValue(members[key], rest, id) };
}
