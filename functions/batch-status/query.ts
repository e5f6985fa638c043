import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { fromCursor } from "./cursor.ts";
import { invalidCursor, invalidLimit } from "./errors.ts";

const limitMax = 1_000;

/** What a caller wants to know of a batch. */
export interface BatchStatusQuery {
	bulkActionSlug: string;
	/** The position in the request of the first result. */
	start: number;
	/** How many positions on. */
	limit: number;
}

/** The gateway joins a parameter that is sent twice with a comma, which neither `limit` nor `cursor` may have. */
export function parseQuery({
	pathParameters,
	queryStringParameters,
}: APIGatewayProxyEventV2): BatchStatusQuery {
	const { limit, cursor } = queryStringParameters ?? {};
	return {
		bulkActionSlug: pathParameters?.bulkActionSlug ?? "",
		start: cursor === undefined ? 0 : requirePosition(cursor),
		limit: limit === undefined ? limitMax : requireLimit(limit),
	};
}

function requirePosition(cursor: string): number {
	const position = fromCursor(cursor);
	if (position === undefined) throw invalidCursor();
	return position;
}

function requireLimit(text: string): number {
	const limit = Number(text);
	if (!/^[1-9]\d*$/.test(text) || limit > limitMax) throw invalidLimit();
	return limit;
}
