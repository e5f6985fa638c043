import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { SchemaFailure, Validate } from "../domain/validate.ts";
import { validationFailed } from "./api-error.ts";
import { refuseUnstorable } from "./refuse-unstorable.ts";

/**
 * Reads a request's body: a JSON object that the store can hold and the schema describes.
 *
 * @param refuse The error for a body that the schema does not describe; the failure is the first one.
 */
export function jsonBody<T>(
	validate: Validate<T>,
	refuse: (
		failure: SchemaFailure,
		body: object,
	) => Error = refuseAsSchemaFailure,
): (event: APIGatewayProxyEventV2) => T {
	return (event) => {
		const body = jsonObject(event);
		refuseUnstorable(body);
		if (validate(body)) return body;
		const [failure] = validate.errors ?? [];
		throw failure
			? refuse(failure, body)
			: validationFailed("", "is not valid");
	};
}

/** Reads a request's body, of which nothing is known yet but that it is a JSON object. */
export const jsonObject = (event: APIGatewayProxyEventV2): object =>
	parseObject(decode(event));

export function refuseAsSchemaFailure(failure: SchemaFailure): Error {
	const { instancePath, keyword, message, params } = failure;
	const unexpected =
		keyword === "additionalProperties"
			? `: '${params.additionalProperty}'`
			: "";
	return validationFailed(instancePath, `${message}${unexpected}`);
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
