import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isCalendarDate } from "../../shared/dates/calendar-date.ts";
import { strictDocument } from "../../tools/openapi/document.ts";

/** An answer of the service, or of the gateway in front of it. */
interface Answer {
	status: number;
	/** By name, in lower case. */
	headers: Record<string, string>;
	body: unknown;
}

/**
 * Checks an answer against the strict form of `docs/openapi.json`: its status, headers and body.
 *
 * @param routeKey Of the operation, such as `GET /v1.0/vendor/{vendorId}`.
 * @throws When the document does not describe it.
 */
export function requireDocumented(routeKey: string, answer: Answer) {
	const fault = findFault(routeKey, answer);
	if (fault === null) return;
	throw new Error(
		`docs/openapi.json: ${routeKey} does not answer ${answer.status} like this: ${fault}\n${JSON.stringify(answer.body).slice(0, 1_000)}`,
	);
}

/** The operation for a URL, a literal segment before a parameter; undefined: the document has none. */
export function openApiRouteKey(
	method: string,
	url: string,
): string | undefined {
	const [path = ""] = url.split("?");
	const segments = path.split("/");
	const found = Object.keys(document.paths)
		.filter((pattern) => document.paths[pattern]?.[method.toLowerCase()])
		.filter((pattern) => isMatch(pattern.split("/"), segments))
		.toSorted((one, other) => countOf(one) - countOf(other));
	return found[0] === undefined ? undefined : `${method} ${found[0]}`;
}

const isMatch = (pattern: readonly string[], segments: readonly string[]) =>
	pattern.length === segments.length &&
	pattern.every((expected, index) =>
		expected.startsWith("{")
			? segments[index] !== ""
			: expected === segments[index],
	);

const countOf = (pattern: string) => pattern.split("{").length;

function findFault(
	routeKey: string,
	{ status, headers, body }: Answer,
): string | null {
	const check = checkOf(routeKey, status);
	if (!check) return "the status is not documented";
	for (const [name, { isRequired, validate }] of check.headers) {
		const value = headers[name];
		if (value === undefined && isRequired) return `no header ${name}`;
		if (value !== undefined && !validate(value))
			return `header ${name} ${toReason(validate)}`;
	}
	const unknown = Object.keys(headers).find(
		(name) => name === "etag" && !check.headers.has(name),
	);
	if (unknown) return `header ${unknown} is not documented`;
	if (check.validateBody(body)) return null;
	return `body ${toReason(check.validateBody)}`;
}

function toReason({ errors }: ValidateFunction): string {
	const reasons = (errors ?? []).map(
		({ instancePath, message, params }) =>
			`${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
	);
	return reasons.slice(0, 5).join("; ");
}

interface Check {
	headers: ReadonlyMap<
		string,
		{ isRequired: boolean; validate: ValidateFunction }
	>;
	validateBody: ValidateFunction;
}

/** Compiled when they are first needed. */
const checks = new Map<string, Check | null>();

function checkOf(routeKey: string, status: number): Check | null {
	const key = `${status} ${routeKey}`;
	const known = checks.get(key);
	if (known !== undefined) return known;
	const check = toCheck(routeKey, status);
	checks.set(key, check);
	return check;
}

interface HeaderObject {
	required?: boolean;
}
interface ResponseObject {
	$ref?: string;
	/** All are references. */
	headers?: Record<string, { $ref: string }>;
}
interface OpenApiDocument {
	paths: Record<
		string,
		Record<string, { responses: Record<string, ResponseObject> }>
	>;
}

// Unchecked cast: a linter reads what is made of this document.
const document = JSON.parse(
	JSON.stringify(strictDocument()),
) as OpenApiDocument;

const ajv = new Ajv2020({
	strict: false,
	// The linter has checked the schemas.
	validateSchema: false,
	// Every worker compiles them anew: optimizing takes longer than it saves.
	code: { optimize: false },
	formats: {
		date: isCalendarDate,
		// R1: in UTC.
		"date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
	},
}).addSchema(document, "openapi.json");

function toCheck(routeKey: string, status: number): Check | null {
	const [method = "", path = ""] = routeKey.split(" ");
	const verb = method.toLowerCase();
	const response = document.paths[path]?.[verb]?.responses[status];
	if (!response) return null;
	const pointer =
		response.$ref ?? toPointer("paths", path, verb, "responses", `${status}`);
	const { headers = {} } = find(pointer) as ResponseObject;
	return {
		headers: new Map(
			Object.entries(headers).map(([name, { $ref }]) => {
				const { required = false } = find($ref) as HeaderObject;
				const validate = compile(`${$ref}/schema`);
				return [name.toLowerCase(), { isRequired: required, validate }];
			}),
		),
		validateBody: compile(`${pointer}/content/application~1json/schema`),
	};
}

const compile = (pointer: string): ValidateFunction =>
	ajv.compile({ $ref: `openapi.json${pointer}` });

const toPointer = (...names: string[]) =>
	`#/${names.map(escapeName).join("/")}`;

const escapeName = (name: string) =>
	encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));

const unescapeName = (name: string) =>
	decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");

function find(pointer: string): unknown {
	let found: unknown = document;
	for (const name of pointer.split("/").slice(1))
		found = (found as Record<string, unknown>)[unescapeName(name)];
	return found;
}
