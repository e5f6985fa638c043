import { paymentRequestKey } from "../../../../shared/dynamodb/keys.ts";
import { toAdvance } from "../../../../shared/payment-requests/payment-requests.store.ts";
import {
	type EntryUnit,
	entryWrite,
	type ImportContext,
} from "../file-entry.ts";
import { decidedRequestWrites } from "./decided-request.ts";
import type { FileAdvance } from "./file-advance.ts";

/** @returns An empty list when the advance is already as described. */
export function advanceWrites(
	context: ImportContext,
	advance: FileAdvance,
): EntryUnit {
	const { id, pointer, importDigest, existing, decided, state } = advance;
	if (decided && decided.request.state !== state)
		return decidedRequestWrites(context, decided, advance);
	const write = entryWrite(context, existing, {
		key: paymentRequestKey(context.organizationId, id),
		importDigest,
		described: describedBy(advance),
		initial: { createdAt: context.now.toISOString(), version: 1 },
	});
	return write ? [{ ...write, record: { pointer, existing } }] : [];
}

/** Of an advance created over the API, the file sets only the state, and whether the advance keeps its order. */
function describedBy({ existing, ...advance }: FileAdvance) {
	const { id, type, state, vendorId, purchaseOrderLinkId } = advance;
	return existing && toAdvance(existing).type === "VENDOR_ADVANCE"
		? { state, purchaseOrderLinkId }
		: { id, type, state, vendorId, purchaseOrderLinkId };
}
