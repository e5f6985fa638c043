import type { Logger } from "@aws-lambda-powertools/logger";
import type { MiddlewareObj } from "@middy/core";
import { Ajv } from "ajv";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

export type ParsedEvent<Body> = Omit<APIGatewayProxyEventV2, "body"> & {
	body: Body;
};

/** Parses and validates the body, as Middy's http-json-body-parser and validator do: AJV compiles at start. */
export function validateBody<Body>(
	schema: object,
): MiddlewareObj<ParsedEvent<Body>> {
	const validate = new Ajv().compile<Body>(schema);
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
