import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { removeFloatNoise } from "../domain/json/float-noise.ts";
import { findUnstorable } from "../domain/json/storable.ts";
import {
	type SchemaFailure,
	schemaFailed,
	type Validate,
} from "../domain/validate.ts";
import { validationFailed } from "./api-error.ts";

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
	const body = parseObject(decode(event));
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

function decode({
	body = "",
	isBase64Encoded,
}: APIGatewayProxyEventV2): string {
	if (!isBase64Encoded) return body;
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(
			Buffer.from(body, "base64"),
		);
	} catch {
		throw validationFailed("", "must be JSON in UTF-8");
	}
}

function parseObject(text: string): object {
	const value = parse(text);
	if (typeof value !== "object" || value === null || Array.isArray(value)) {
		throw validationFailed("", "must be object");
	}
	return value;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw validationFailed("", "must be JSON");
	}
}

/** Throws for a value that the store cannot hold (`decisions.md`, "Order of checks"). */
function requireStorable(body: object) {
	const found = findUnstorable(body);
	if (found) throw validationFailed(found.pointer, found.reason);
}
