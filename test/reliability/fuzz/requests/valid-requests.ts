import fc from "fast-check";
import { knownKey } from "../fuzz-world.ts";
import type { FuzzedOperation } from "../operations.ts";
import { validValue } from "../values/valid-value.ts";
import {
	type Expected,
	type FuzzedRequest,
	type PathIds,
	standardHeaders,
	toJson,
	toTarget,
	unknownId,
} from "./fuzzed-request.ts";

/** Writes whose every valid request is carried out: nothing but the schema refuses any. */
const alwaysAccepted = new Set([
	"POST /v1.0/inventory/skus/bulk",
	"POST /v1.0/invoice/bulk",
]);

/** Requests that conform to the document. */
export function validRequests(
	operation: FuzzedOperation,
	ids: PathIds,
): fc.Arbitrary<FuzzedRequest> {
	const { method, path, body } = operation;
	return fc
		.record({
			id: fc.constantFrom(...ids.named),
			key: path.includes("/attempt/")
				? fc.oneof(fc.uuid(), fc.constant(knownKey))
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
			expected: expectedOf(operation, id, key),
		}));
}

function expectedOf(
	{ method, path, routeKey }: FuzzedOperation,
	id: string,
	key: string,
): Expected {
	if (alwaysAccepted.has(routeKey)) return { status: 200 };
	if (method !== "GET") return { isValid: true };
	const isFound = path.includes("/attempt/")
		? key === knownKey
		: !path.includes("{") || id !== unknownId;
	return { status: isFound ? 200 : 404 };
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
	return fc.tuple(...sent).map((pairs) => {
		const made = pairs.filter((pair) => pair !== "");
		const has = (name: string) =>
			made.some((pair) => pair.startsWith(`${name}=`));
		// What the document says of these two in words: which filters go with which.
		return made
			.filter((pair) => !pair.startsWith("invoiceNumber=") || has("vendorId"))
			.filter((pair) => !pair.startsWith("name=") || !has("itemCode"));
	});
}

function validIfMatch({ parameters }: FuzzedOperation) {
	const parameter = parameters.find(({ name }) => name === "If-Match");
	if (!parameter) return fc.constant([]);
	const header = fc
		.constantFrom('"1"', '"2"', '"3"')
		.map((value): [string, string][] => [["if-match", value]]);
	if (parameter.required) return header;
	return fc.option(header, { freq: 3, nil: [] });
}
