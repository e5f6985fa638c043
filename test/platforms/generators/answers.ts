import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readExchanges } from "../../../tools/openapi/exchanges.ts";
import type { OpenApiDocument } from "../../../tools/openapi/published/open-api-document.ts";
import { projectRoot } from "../../docs/markdown.ts";

/** An answer, and the schema that the document names for it. */
export interface Answer {
	/** `markAsPaid 200` */
	title: string;
	model: string;
	body: unknown;
}

/** What was asked of the service, and what it answered. */
export interface Reported {
	method: string;
	path: string;
	status: number;
	body: unknown;
}

// Unchecked cast: a test holds that the file is the generated document.
const document = JSON.parse(
	readFileSync(join(projectRoot, "docs/openapi.json"), "utf8"),
) as OpenApiDocument;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, operation]) => ({
		method: method.toUpperCase(),
		path: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
		operation,
	})),
);

export const operationIds = operations.map((one) => one.operation.operationId);

/** The recorded examples of all operations. */
export const exampleAnswers = (): Answer[] =>
	operations.flatMap(({ operation: { operationId } }) =>
		readExchanges(operationId).map(({ response }) =>
			toAnswer(operationId, response.status, response.body),
		),
	);

/** The model of an answer, if it is one of an operation. */
export function answerTo({ method, path, status, body }: Reported): Answer[] {
	const [pathname = ""] = path.split("?");
	const found = operations.filter(
		(one) => one.method === method && one.path.test(pathname),
	);
	return found.map(({ operation }) =>
		toAnswer(operation.operationId, status, body),
	);
}

function toAnswer(operationId: string, status: number, body: unknown): Answer {
	const title = `${operationId} ${status}`;
	const found = operations.find(
		({ operation }) => operation.operationId === operationId,
	);
	const response = found?.operation.responses[status];
	const name = (reference: unknown) => `${reference}`.split("/").at(-1) ?? "";
	const { content } = response?.$ref
		? (document.components.responses[name(response.$ref)] ?? {})
		: (response ?? {});
	const $ref = content?.["application/json"]?.schema.$ref;
	if (!$ref) throw new Error(`docs/openapi.json has no schema of ${title}`);
	return { title, model: name($ref), body };
}

const openValues = ["status", "state", "reason", "code"];

/** The same answer of a later version: with a property and with states, reasons and codes that the document does not have. */
export const ofLaterVersion = ({ title, model, body }: Answer): Answer => ({
	title: `${title}, of a later version`,
	model,
	body: addUnknown(body),
});

function addUnknown(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(addUnknown);
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).map(([name, one]) => [
		name,
		openValues.includes(name) && typeof one === "string"
			? "LATER"
			: addUnknown(one),
	]);
	// Other objects may be maps, whose values have a type.
	const isRecord = ["ok", "id", "slug", "status"].some((one) => one in value);
	if (isRecord) entries.push([unknownProperty, { more: [1] }]);
	return Object.fromEntries(entries);
}

const unknownProperty = "laterProperty";

/**
 * JSON pointers of what a client did not keep of an answer. Properties that the document does not have may be left out,
 * and null may be absent.
 */
export function differences(
	sent: unknown,
	parsed: unknown,
	pointer = "",
): string[] {
	if (sent === null || pointer.endsWith(`/${unknownProperty}`))
		return (parsed ?? null) === null || sent !== null ? [] : [pointer];
	if (typeof sent !== "object")
		return isSame(sent, parsed) ? [] : [`${pointer}: ${sent} is ${parsed}`];
	const kept = (parsed ?? {}) as Readonly<Record<string, unknown>>;
	return Object.entries(sent).flatMap(([name, one]) =>
		differences(one, kept[name], `${pointer}/${name}`),
	);
}

const isSame = (sent: unknown, parsed: unknown): boolean =>
	sent === parsed ||
	(/^\d{4}-\d\d-\d\dT/.test(`${sent}`) &&
		Date.parse(`${sent}`) === Date.parse(`${parsed}`));
