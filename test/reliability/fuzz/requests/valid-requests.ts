import fc from "fast-check";
import type { FuzzedOperation } from "../operations.ts";
import { validValue } from "../values/valid-value.ts";
import {
	type FuzzedRequest,
	type PathIds,
	standardHeaders,
	toJson,
	toTarget,
} from "./fuzzed-request.ts";

/** Operations whose every valid request is carried out: nothing but the schema refuses any. */
const alwaysAccepted = new Set([
	"POST /v1.0/inventory/skus/bulk",
	"POST /v1.0/invoice/bulk",
	"GET /v1.0/organization",
]);

/** Requests that conform to the document. */
export function validRequests(
	operation: FuzzedOperation,
	ids: PathIds,
): fc.Arbitrary<FuzzedRequest> {
	const { method, path, routeKey, body } = operation;
	const accepted = alwaysAccepted.has(routeKey);
	return fc
		.record({
			id: fc.constantFrom(...ids.named(routeKey)),
			key: path.includes("/attempt/")
				? fc.oneof(fc.uuid(), fc.constant("k"))
				: fc.uuid(),
			query: validQuery(operation),
			ifMatch: validIfMatch(operation),
			value: body ? validValue(body) : fc.constant(undefined),
		})
		.map(({ id, key, query, ifMatch, value }) => ({
			kind: "valid",
			method,
			target: toTarget(operation, id, query),
			headers: [...standardHeaders(key), ...ifMatch],
			...(body && { body: Buffer.from(toJson(value)) }),
			...(accepted && { expected: { accepted } }),
		}));
}

const encode = (value: unknown) => encodeURIComponent(String(value));

function validQuery({ parameters }: FuzzedOperation): fc.Arbitrary<string[]> {
	const sent = parameters
		.filter(
			(parameter) => parameter.in === "query" && parameter.name !== "cursor",
		)
		.map(({ name, schema }) =>
			fc.option(
				validValue(schema, name).map((value) => `${name}=${encode(value)}`),
				{ nil: "", freq: 2 },
			),
		);
	return fc.tuple(...sent).map((pairs) => pairs.filter((pair) => pair !== ""));
}

function validIfMatch({ parameters }: FuzzedOperation) {
	const parameter = parameters.find(({ name }) => name === "If-Match");
	if (!parameter) return fc.constant([]);
	return fc
		.option(
			fc
				.constantFrom('"1"', '"2"', '"3"')
				.map((value): [string, string] => ["if-match", value]),
			{ freq: 3 },
		)
		.map((header) => (header ? [header] : []));
}
