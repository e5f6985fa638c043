import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { validationFailed } from "../errors/api-error.ts";
import {
	type SchemaFailure,
	schemaFailed,
	type Validate,
} from "../errors/validate.ts";
import { removeFloatNoise } from "../json/float-noise.ts";
import { findUnstorable } from "../json/storable.ts";
import { describeNotJson } from "./not-json.ts";

/** Makes the error for a body that fails its schema, from the first failure. */
type ToBodyError = (failure: SchemaFailure, body: object) => Error;

/** Parses a request body: a JSON object that the store can hold and that conforms to the schema. */
export function jsonBody<T>(
	validate: Validate<T>,
	toError: ToBodyError = schemaFailed,
): (event: APIGatewayProxyEventV2) => T {
	return (event) => requireValid(jsonObject(event), validate, toError);
}

/** Parses a request body as a JSON object, without validating it. Removes floating-point noise from its numbers. */
export function jsonObject(event: APIGatewayProxyEventV2): object {
	const body = parseObject(event);
	removeFloatNoise(body);
	return body;
}

/** Returns a body that the store can hold and that conforms to the schema; throws an `ApiError` 400 for any other. */
export function requireValid<T>(
	body: object,
	validate: Validate<T>,
	toError: ToBodyError = schemaFailed,
): T {
	requireStorable(body);
	if (validate(body)) return body;
	const [failure] = validate.errors ?? [];
	throw failure ? toError(failure, body) : validationFailed("", "is not valid");
}

function parseObject(event: APIGatewayProxyEventV2): object {
	const value = parse(event);
	if (typeof value !== "object" || value === null || Array.isArray(value)) {
		throw validationFailed("", "must be object");
	}
	return value;
}

function parse({
	body = "",
	isBase64Encoded,
	headers,
}: APIGatewayProxyEventV2): unknown {
	const text = isBase64Encoded ? Buffer.from(body, "base64").toString() : body;
	try {
		return JSON.parse(isBase64Encoded ? decodeUtf8(body) : requireUtf8(body));
	} catch (error) {
		throw validationFailed("", describeNotJson(error, text, headers));
	}
}

/** @throws TypeError for bytes that are not UTF-8. A byte order mark is kept, as in a body that the gateway decoded. */
const decodeUtf8 = (base64: string): string =>
	new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
		Buffer.from(base64, "base64"),
	);

/**
 * The gateway replaces bytes that are not UTF-8 by U+FFFD before the service sees them. Taking them would record
 * a text that differs from what the caller sent.
 *
 * @throws TypeError as `decodeUtf8` does.
 */
function requireUtf8(body: string): string {
	if (body.includes("\ufffd")) throw new TypeError("The body is not UTF-8");
	return body;
}

/** Throws for a value that the store cannot hold (`conventions.md`). */
function requireStorable(body: object) {
	const found = findUnstorable(body);
	if (found) throw validationFailed(found.pointer, found.reason);
}
