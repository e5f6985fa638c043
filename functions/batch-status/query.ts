import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { isBulkActionSlug } from "../../shared/domain/batches/payment-batch.ts";
import { readPathIds } from "../../shared/http/path-ids.ts";
import { invalidCursor, invalidLimit } from "./errors.ts";

const limitMax = 1_000;

/** The parsed query of a batch status request. */
export interface BatchStatusQuery {
	/** null when no batch can have the id. */
	bulkActionSlug: string | null;
	/** The position in the request of the first result. */
	start: number;
	/** Number of positions. */
	limit: number;
}

/** The gateway joins repeated parameters with a comma, which neither `limit` nor `cursor` may contain. */
export function parseQuery(event: APIGatewayProxyEventV2): BatchStatusQuery {
	const { limit, cursor } = event.queryStringParameters ?? {};
	const ids = readPathIds(event, "bulkActionSlug");
	return {
		bulkActionSlug: ids.find(isBulkActionSlug) ?? null,
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

/** A cursor is opaque to the caller. It encodes the position in the request at which the next page begins. */
export const toCursor = (position: number): string =>
	Buffer.from(`${position}`).toString("base64url");

/** @returns undefined for a text that `toCursor` does not make. */
export function fromCursor(cursor: string): number | undefined {
	const position = Number(Buffer.from(cursor, "base64url").toString());
	const isOurs =
		Number.isSafeInteger(position) && toCursor(position) === cursor;
	return isOurs && position > 0 ? position : undefined;
}
