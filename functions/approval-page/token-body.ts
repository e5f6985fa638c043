import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Validate } from "../../shared/errors/validate.ts";
import { jsonObject, requireValid } from "../../shared/http/json-body.ts";
import { requireJson } from "../../shared/http/page-handler.ts";

/**
 * Parses a body with a token. A text that cannot be a token is refused like any invalid token, with the 404 of a link,
 * and not as an invalid body.
 */
export const tokenBody =
	<T extends { token: string }>(validate: Validate<T>) =>
	(event: APIGatewayProxyEventV2): T => {
		requireJson(event);
		const body = jsonObject(event);
		const isUnstorable =
			"token" in body &&
			typeof body.token === "string" &&
			!body.token.isWellFormed();
		return requireValid(isUnstorable ? { ...body, token: "" } : body, validate);
	};
