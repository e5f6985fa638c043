import fc from "fast-check";
import { anyText } from "../../../support/any-text.ts";
import type { FuzzedOperation, Parameter } from "../operations.ts";
import { faultsOf } from "../values/faulty-values.ts";
import {
	type FuzzedRequest,
	type PathIds,
	standardHeaders,
	toJson,
	toTarget,
} from "./fuzzed-request.ts";

/** Requests with one thing wrong each, an arbitrary for each kind of fault: all are refused as what they are. */
export function faultyRequests(
	operation: FuzzedOperation,
	ids: PathIds,
): fc.Arbitrary<FuzzedRequest>[] {
	return [
		...bodyFaults(operation, ids),
		...queryFaults(operation, ids),
		...headerFaults(operation, ids),
	];
}

function bodyFaults(operation: FuzzedOperation, ids: PathIds) {
	const { method, body, parameters } = operation;
	if (!body) return [];
	const isIfMatchRequired = parameters.some(
		({ name, required }) => name === "If-Match" && required,
	);
	return faultsOf(body).map(({ name, arbitrary }) =>
		fc.tuple(arbitrary, fc.uuid()).map(
			([{ value, pointer }, key]): FuzzedRequest => ({
				kind: `body: ${name.trim()}`,
				method,
				target: toTarget(operation, ids.kept),
				headers: [
					...standardHeaders(key),
					...(isIfMatchRequired ? [ifMatch] : []),
				],
				body: Buffer.from(toJson(value)),
				expected: { status: 400, pointer: pointer || "/" },
			}),
		),
	);
}

function queryFaults(operation: FuzzedOperation, ids: PathIds) {
	const { method, parameters } = operation;
	const query = parameters.filter((parameter) => parameter.in === "query");
	if (query.length === 0) return [];
	const toRequest = (name: string, pairs: string[]): FuzzedRequest => ({
		kind: `query: ${pairs.join("&").slice(0, 100)}`,
		method,
		target: toTarget(operation, ids.kept, pairs),
		headers: standardHeaders("key"),
		expected: { status: 400, pointer: `/${name}` },
	});
	const wrong = query.map((parameter) =>
		wrongValues(parameter).map((value) =>
			toRequest(parameter.name, [`${parameter.name}=${value}`]),
		),
	);
	const twice = query.map(({ name, schema }) => {
		const value = encodeURIComponent(`${schema.enum?.[0] ?? 1}`);
		return fc.constant(
			toRequest(name, [`${name}=${value}`, `${name}=${value}`]),
		);
	});
	const unknown = fc
		.constantFrom("typo", "__proto__", "Limit", "offset", "$filter")
		.map((name) => toRequest(name, [`${name}=1`]));
	// The status of one batch ignores what it does not know, as every GET of one record does.
	return isList(operation)
		? [...wrong, ...twice, unknown]
		: [...wrong, ...twice];
}

const isList = ({ path }: FuzzedOperation) => !path.endsWith("}");

/** As they stand in the URL. */
function wrongValues({ name, schema }: Parameter): fc.Arbitrary<string> {
	const any = ["", "%", "%zz", "%ff", "%c3%28"];
	if (name === "cursor") {
		const texts = anyText({ minLength: 1 });
		return fc.oneof(fc.constantFrom(...any), texts.map(encodeURIComponent));
	}
	if (schema.enum) {
		const near = schema.enum
			.map((value) => encodeURIComponent(`${value}`))
			.flatMap((value) => [`${value}x`, `+${value}`, `${value}%00`]);
		return fc.constantFrom(...any, "nothing", ...near);
	}
	if (schema.type !== "integer") return fc.constantFrom(...any);
	const beyond = [`${(schema.maximum ?? 0) + 1}`, "0", "-1", "1.5", "1e1"];
	const odd = ["x", "+1", "%201", "01", "0x1", "%D9%A1", "9".repeat(400)];
	return fc.constantFrom(...any, ...beyond, ...odd);
}

function headerFaults(operation: FuzzedOperation, ids: PathIds) {
	const { method, parameters, body } = operation;
	const toRequest = (
		headers: FuzzedRequest["headers"],
		pointer: string | null,
	): FuzzedRequest => ({
		kind: `header: ${headers.map(([name]) => name).join()}`,
		method,
		target: toTarget(operation, ids.kept),
		headers,
		...(body && { body: Buffer.from("{}") }),
		expected: { status: 400, pointer },
	});
	const [type, authorization] = standardHeaders("");
	if (!type || !authorization) return [];
	return parameters.flatMap(({ name, required }) => {
		if (name === "x-idempotency-key") {
			const sent = badKeys.map((key) =>
				toRequest([type, authorization, [name, key]], null),
			);
			return [sent, required ? toRequest([type, authorization], null) : []]
				.flat()
				.map((request) => fc.constant(request));
		}
		if (name !== "If-Match") return [];
		return badVersions.map((version) =>
			fc.constant(
				toRequest([type, authorization, [name, version]], "/if-match"),
			),
		);
	});
}

const badKeys = [
	...[
		"",
		"x".repeat(257),
		"é".repeat(129),
		"😀".repeat(65),
		"a\tb",
		"a\u0001b",
	],
	...["a\u007fb", "a\u0085b"],
];
const ifMatch: [string, string] = ["if-match", '"1"'];
const badVersions = [
	"1",
	'"',
	'""',
	'"1',
	"*",
	'W/"1"',
	'"1","2"',
	"x".repeat(5_000),
];
