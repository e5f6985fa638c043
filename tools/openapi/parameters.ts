import { windowSeconds } from "../../shared/attempts/attempt.ts";
import { toRoute } from "../../shared/endpoints/endpoint.ts";
import type { Schema } from "../../shared/schemas/record-schema.ts";
import { text } from "../../shared/schemas/record-schema.ts";
import type { Operation, Parameter } from "./operation.ts";

const notEmpty: Schema = { type: "string", minLength: 1 };

/** A filter with any text. */
export const filter = (
	name: string,
	description: string,
	schema: Schema = notEmpty,
): Parameter => ({ name, description, schema });

/** Those of a list (records R1, "Lists"). */
export const pageParameters = (limitMax = 100, limit = 50): Parameter[] => [
	{
		name: "limit",
		description: "How many entries a page has at most.",
		schema: { type: "integer", minimum: 1, maximum: limitMax, default: limit },
	},
	{
		name: "cursor",
		description:
			"The `nextCursor` of the page before, with the same filters; opaque.",
		schema: notEmpty,
	},
];

/** OpenAPI's "Parameter Objects" of an operation. */
export function toParameters({
	endpoint,
	pathIds = {},
	query = [],
}: Operation): Schema[] {
	const { routeKey, idempotencyKey, ifMatch } = endpoint;
	return [
		...pathParameters(toRoute(routeKey).path, pathIds),
		...query.map((parameter) => ({ ...parameter, in: "query" })),
		...(idempotencyKey ? [idempotencyKeyParameters[idempotencyKey]] : []),
		...(ifMatch
			? [{ ...ifMatchParameter, required: ifMatch === "required" }]
			: []),
	];
}

const pathIdDescription =
	"Any id may be sent as `~` and the base64url, without padding, of its UTF-8 bytes, and should be if it has other characters than `A-Z a-z 0-9 - _ .` or consists of dots.";

const pathParameters = (
	path: string,
	examples: NonNullable<Operation["pathIds"]>,
): Schema[] =>
	[...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => ({
		name,
		in: "path",
		required: true,
		description: pathIdDescription,
		schema: text,
		...(examples[name] !== undefined && { example: examples[name] }),
	}));

export const idempotencyKeySchema = {
	type: "string",
	minLength: 1,
	pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$",
	description: "1 to 256 bytes of UTF-8 without control characters.",
};

const keyParameter = (description: string, required: boolean): Schema => ({
	name: "x-idempotency-key",
	in: "header",
	required,
	description,
	schema: idempotencyKeySchema,
});

const keyPerAttempt = `A unique text (for example a UUID) for each logical attempt. A key that was used within the last ${windowSeconds / 60} minutes is refused with 409 before any processing.`;

const idempotencyKeyParameters = {
	required: keyParameter(keyPerAttempt, true),
	optional: keyParameter(`${keyPerAttempt} Optional, but recommended.`, false),
	read: keyParameter("The key of the request that is asked about.", true),
};

const ifMatchParameter: Schema = {
	name: "If-Match",
	in: "header",
	description:
		'The version that the record must have, quoted, as in its `ETag`: `"3"`. Any other version is answered 412.',
	schema: { type: "string", pattern: '^"[^"]+"$' },
};
