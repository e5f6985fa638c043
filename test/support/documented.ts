import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isCalendarDate } from "../../shared/domain/calendar-date.ts";

/** An answer of the service, or of the gateway in front of it. */
interface Answer {
	status: number;
	/** By name, in lower case. */
	headers: Record<string, string>;
	body: unknown;
}

/**
 * Holds an answer to `docs/openapi.json`: its status, headers and body.
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

interface Reference {
	$ref?: string;
}
interface HeaderObject extends Reference {
	required?: boolean;
	schema?: object;
}
interface ResponseObject extends Reference {
	headers?: Record<string, HeaderObject>;
	content?: Record<string, { schema: object }>;
}
interface OpenApiDocument {
	paths: Record<
		string,
		Record<string, { responses: Record<string, ResponseObject> }>
	>;
}

const documentPath = join(import.meta.dirname, "../../docs/openapi.json");
// Unchecked cast: `npm run openapi` writes the file, and a linter reads it.
const document = JSON.parse(
	readFileSync(documentPath, "utf8"),
) as OpenApiDocument;

const ajv = new Ajv2020({
	strict: false,
	// The linter has checked the schemas.
	validateSchema: false,
	formats: {
		date: isCalendarDate,
		// Records R1: in UTC.
		"date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
	},
}).addSchema(document, "openapi.json");

function toCheck(routeKey: string, status: number): Check | null {
	const [method = "", path = ""] = routeKey.split(" ");
	const operation = document.paths[path]?.[method.toLowerCase()];
	const response = operation?.responses[status];
	if (!response) return null;
	const { headers = {}, content = {} } = resolve(response);
	const schema = content["application/json"]?.schema ?? false;
	return {
		headers: new Map(
			Object.entries(headers).map(([name, header]) => {
				const { required = false, schema = true } = resolve(header);
				const validate = compile(schema);
				return [name.toLowerCase(), { isRequired: required, validate }];
			}),
		),
		validateBody: compile(schema),
	};
}

function resolve<T extends Reference>(object: T): T {
	if (object.$ref === undefined) return object;
	let found: unknown = document;
	for (const name of object.$ref.split("/").slice(1))
		found = (found as Record<string, unknown>)[name];
	// A reference leads to an object of the same kind.
	return found as T;
}

/** References of the schema are those of the document. */
const compile = (schema: object | boolean): ValidateFunction =>
	ajv.compile(inDocument(schema) as object);

function inDocument(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inDocument);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) =>
			key === "$ref" ? [key, `openapi.json${one}`] : [key, inDocument(one)],
		),
	);
}
