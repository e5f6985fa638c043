import { windowSeconds } from "../../shared/attempts/attempt.ts";
import { toRoute } from "../../shared/endpoints/endpoint.ts";
import {
	oneOfValues,
	record,
	type Schema,
	text,
} from "../../shared/schemas/record-schema.ts";
import { commonErrors, errorIds } from "../exhibits/error-texts.ts";
import type { Exhibit } from "../exhibits/exhibit.ts";
import type { Exchange } from "./exchanges.ts";

/** An answer that API Gateway generates itself. */
export const gatewayErrorSchema: Schema = {
	...record({ message: text }),
	description: "An answer of API Gateway's own.",
};

/** A request refused for its idempotency key (spec 5). */
export const keyErrorSchema: Schema = {
	...record({ error: text }),
	description: "A request that was refused for its idempotency key.",
};

/** The error of spec 7, "Standard envelope". */
const errorSchema = (
	codes: readonly string[],
	ids: readonly string[] = [],
): Schema =>
	record({
		ok: { const: false },
		error: record({
			code: oneOfValues(codes),
			message: text,
			...Object.fromEntries(ids.map((id) => [id, text])),
		}),
	});

/** All operations share these; they are `components.responses`. */
export const commonResponses = {
	Unauthorized: response(
		"No API key was sent, or one that is not valid.",
		errorSchema(commonErrors[401]),
	),
	Forbidden: response(
		"The API key lacks the permission, or its user is inactive (`INSUFFICIENT_PERMISSIONS`). The operation says that the user may not do this, or the organization is suspended (`ACCESS_DENIED`).",
		errorSchema(commonErrors[403]),
	),
	PayloadTooLarge: gatewayResponse(
		"The gateway: the request is too large (about 6 MB, headers included).",
	),
	TooManyRequests: response(
		"Too many requests, of the API key (`TOO_MANY_REQUESTS`) or of all callers (the gateway's `{message}`). Nothing was processed: send the same again, after the seconds of `Retry-After` if there is one.",
		{ anyOf: [errorSchema(commonErrors[429]), gatewayErrorSchema] },
		{ mayBeGateway: true, retryAfter: true },
	),
	ServiceUnavailable: gatewayResponse(
		"The gateway: no answer in time. The request may have been processed.",
	),
};

const refer = (name: keyof typeof commonResponses): Schema => ({
	$ref: `#/components/responses/${name}`,
});

/** OpenAPI's "Responses Object" of an operation. */
export function toResponses(
	operation: Exhibit,
	exchanges: readonly Exchange[],
): Schema {
	const { data, etag, others = {}, body } = operation;
	const responses: Record<number, Schema> = {
		200: response("Success.", record({ ok: { const: true }, data }), { etag }),
		401: refer("Unauthorized"),
		403: refer("Forbidden"),
		...errorResponses(operation),
		429: refer("TooManyRequests"),
		503: refer("ServiceUnavailable"),
		...(body && { 413: refer("PayloadTooLarge") }),
	};
	for (const [status, { description, schema }] of Object.entries(others))
		responses[Number(status)] = response(description, schema);
	for (const [status, described] of Object.entries(responses))
		responses[Number(status)] = withExamples(
			described,
			exchanges.filter((one) => one.response.status === Number(status)),
		);
	return responses;
}

function errorResponses(operation: Exhibit): Record<number, Schema> {
	const { errors, endpoint } = operation;
	const { path } = toRoute(endpoint.routeKey);
	const all: Record<number, readonly string[]> = {
		...errors,
		...(endpoint.sessions && { 400: withOrganization(errors[400]) }),
		...(errors[403] && { 403: [...commonErrors[403], ...errors[403]] }),
		...(path.includes("{") && { 404: errors[404] ?? [] }),
		...(endpoint.idempotencyKey &&
			!endpoint.sessions && { 400: errors[400] ?? [] }),
		500: [...(errors[500] ?? []), ...commonErrors[500]],
	};
	if (claimsKey(operation)) all[409] ??= [];
	return Object.fromEntries(
		Object.entries(all).map(([status, codes]) => {
			const plain = codes.filter((code) => !(code in errorIds));
			const alternatives = [
				...(plain.length > 0 ? [errorSchema(plain)] : []),
				...codes.flatMap((code) => {
					const ids = errorIds[code];
					return ids ? [errorSchema([code], ids)] : [];
				}),
				...(hasKeyError(status, operation) ? [keyErrorSchema] : []),
				...(isGatewayStatus(status, path) ? [gatewayErrorSchema] : []),
			];
			const [only, ...more] = alternatives;
			const schema = more.length > 0 ? { anyOf: alternatives } : only;
			const mayBeGateway = isGatewayStatus(status, path);
			const description = describeStatus(Number(status), operation);
			return [status, response(description, schema ?? {}, { mayBeGateway })];
		}),
	);
}

/** A request with a session has to name its organization. */
const withOrganization = (codes: readonly string[] = []) =>
	codes.includes("VALIDATION_ERROR") ? codes : [...codes, "VALIDATION_ERROR"];

const claimsKey = ({ endpoint: { idempotencyKey } }: Exhibit) =>
	idempotencyKey === "required" || idempotencyKey === "optional";

const hasKeyError = (status: string, operation: Exhibit) =>
	(status === "400" && operation.endpoint.idempotencyKey !== undefined) ||
	(status === "409" && claimsKey(operation));

/** The gateway has no route for an empty id. */
const isGatewayStatus = (status: string, path: string) =>
	status === "500" || (status === "404" && path.includes("{"));

const statusDescriptions: Record<number, string> = {
	400: "The request is not valid; nothing was changed.",
	403: "The caller may not do this.",
	404: "What the request names does not exist; the gateway answers `{message}` where there is no route.",
	409: "The request conflicts with the present state",
	410: "Events behind the cursor are no longer kept.",
	412: "The record's version is not that of `If-Match`; nothing was changed.",
	500: "A failure of the service; the gateway answers `{message}`.",
};

function describeStatus(status: number, operation: Exhibit): string {
	const text = statusDescriptions[status] ?? "";
	if (status === 500) return `${text} ${describeFailure(operation)}`;
	if (status !== 409) return text;
	return claimsKey(operation)
		? `${text}, or its idempotency key was used within the last ${windowSeconds / 60} minutes.`
		: `${text}.`;
}

const describeFailure = ({ failed, body }: Exhibit) =>
	failed ?? (body ? "What was written is uncertain." : "Nothing was changed.");

function response(
	description: string,
	schema: Schema,
	{
		etag,
		mayBeGateway,
		retryAfter,
	}: {
		etag?: true | undefined;
		mayBeGateway?: boolean;
		retryAfter?: true;
	} = {},
): Schema {
	return {
		description,
		headers: {
			"x-request-id": {
				$ref: `#/components/headers/${mayBeGateway ? "OptionalRequestId" : "RequestId"}`,
			},
			...(etag && { ETag: { $ref: "#/components/headers/ETag" } }),
			...(retryAfter && {
				"Retry-After": { $ref: "#/components/headers/RetryAfter" },
			}),
		},
		content: { "application/json": { schema } },
	};
}

function gatewayResponse(description: string): Schema {
	return {
		description,
		content: { "application/json": { schema: gatewayErrorSchema } },
	};
}

/** A shared response stays a reference, since its examples would be those of one operation. */
function withExamples(
	described: Schema,
	exchanges: readonly Exchange[],
): Schema {
	if ("$ref" in described || exchanges.length === 0) return described;
	const { schema } = (
		described as { content: { "application/json": { schema: Schema } } }
	).content["application/json"];
	const examples = Object.fromEntries(
		exchanges.map(({ name, summary, response: { body } }) => [
			name,
			{ summary, value: body },
		]),
	);
	return {
		...described,
		content: { "application/json": { schema, examples } },
	};
}
