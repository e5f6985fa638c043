import { windowSeconds } from "../../shared/attempts/attempt.ts";
import { toRoute } from "../../shared/endpoints/endpoint.ts";
import type { Schema } from "../../shared/schemas/record-schema.ts";
import { text } from "../../shared/schemas/record-schema.ts";
import type { Demo } from "../exhibits/demo.ts";
import type { Exhibit } from "../exhibits/exhibit.ts";

/** OpenAPI's "Parameter Objects" of an operation. */
export function toParameters({
	endpoint,
	demo: { path: pathIds = {} },
	query = [],
}: Exhibit): Schema[] {
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
	examples: NonNullable<Demo["path"]>,
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
