import type { Logger } from "@aws-lambda-powertools/logger";
import type { MiddlewareObj } from "@middy/core";
import { Ajv } from "ajv";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { MarkAsPaidBody } from "./schema.ts";

export type ParsedEvent = Omit<APIGatewayProxyEventV2, "body"> & {
	body: MarkAsPaidBody;
};

/** Parses and validates the body, as Middy's http-json-body-parser and validator do: AJV compiles at start. */
export function validateBody(schema: object): MiddlewareObj<ParsedEvent> {
	const validate = new Ajv().compile<MarkAsPaidBody>(schema);
	return {
		before: ({ event }) => {
			const body: unknown = JSON.parse(String(event.body));
			if (!validate(body)) throw new InvalidBodyError();
			event.body = body;
		},
	};
}

/** Answers errors, as Middy's http-error-handler does. */
export function httpErrors(logger: Logger): MiddlewareObj {
	return {
		onError: (request) => {
			const isInvalid = request.error instanceof InvalidBodyError;
			if (!isInvalid && request.error)
				logger.error("Request failed", request.error);
			request.response = { statusCode: isInvalid ? 400 : 500 };
		},
	};
}

class InvalidBodyError extends Error {}
