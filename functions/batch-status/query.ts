import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { positionsMax } from "../../shared/batches/batch-status.store.ts";
import { isBulkActionSlug } from "../../shared/batches/payment-batch.ts";
import { fromCursor } from "../../shared/batches/results/result-cursor.ts";
import { readPathIds } from "../../shared/http/path-ids.ts";
import { invalidCursor, invalidLimit } from "./errors.ts";

/** The parsed query of a batch status request. */
export interface BatchStatusQuery {
	/** null when no batch can have the id. */
	bulkActionSlug: string | null;
	/** The position in the request of the first result. */
	start: number;
	/** How many positions a page has. */
	limit: number;
}

/** The gateway joins repeated parameters with a comma, which neither `limit` nor `cursor` may contain. */
export function parseQuery(event: APIGatewayProxyEventV2): BatchStatusQuery {
	const { limit, cursor } = event.queryStringParameters ?? {};
	const ids = readPathIds(event, "bulkActionSlug");
	return {
		bulkActionSlug: ids.find(isBulkActionSlug) ?? null,
		start: cursor === undefined ? 0 : requirePosition(cursor),
		limit: limit === undefined ? positionsMax : requireLimit(limit),
	};
}

function requirePosition(cursor: string): number {
	const position = fromCursor(cursor);
	if (position === undefined) throw invalidCursor();
	return position;
}

function requireLimit(text: string): number {
	const limit = Number(text);
	if (!/^[1-9]\d*$/.test(text) || limit > positionsMax) throw invalidLimit();
	return limit;
}
