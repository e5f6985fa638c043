import { toJsonDigest } from "../json/json-digest.ts";
import { toDerivedId } from "../text/derived-id.ts";
import type { PurchaseOrderBody } from "./schema.ts";

/** What makes a creation one that can be sent again (R10). */
export interface ExternalOrder {
	externalId: string;
	/** The order's id, which follows from `externalId`: one conditional insert keeps it unique. */
	poId: string;
	/** Of the request that creates the order. A later one with another digest is not the same request. */
	requestDigest: string;
}

/** @returns undefined for a request without an `externalId`. */
export function toExternalOrder(
	body: PurchaseOrderBody,
): ExternalOrder | undefined {
	const { externalId } = body;
	if (externalId === undefined) return undefined;
	const poId = toExternalOrderId(externalId);
	return { externalId, poId, requestDigest: toJsonDigest(body) };
}

/** Longer than the id of an order without an `externalId`, so that the two never meet. */
export const toExternalOrderId = (externalId: string): string =>
	toDerivedId("po", externalId);
