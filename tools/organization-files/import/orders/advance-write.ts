import type { ImportedAdvance } from "../../../../shared/domain/payment-request.ts";
import { toAdvance } from "../../../../shared/store/advances/payment-requests.ts";
import type { Item } from "../../../../shared/store/dynamodb/batch-get.ts";
import { paymentRequestKey } from "../../../../shared/store/keys.ts";
import {
	type EntryWrite,
	entryWrite,
	type ImportContext,
} from "../file-entry.ts";

/** An advance of the file, as it is to be stored. */
export interface FileAdvance extends ImportedAdvance {
	/** JSON pointer of the entry. */
	pointer: string;
	/** Digest of the entry. */
	importDigest: string;
	existing: Item | undefined;
}

/** @returns undefined when the advance is so already. */
export function advanceWrite(
	context: ImportContext,
	advance: FileAdvance,
): EntryWrite | undefined {
	const { id, pointer, importDigest, existing } = advance;
	const write = entryWrite(context, existing, {
		key: paymentRequestKey(context.organizationId, id),
		importDigest,
		described: describedBy(advance),
		initial: { createdAt: context.now.toISOString() },
	});
	return write && { ...write, record: { pointer, existing } };
}

/** For an advance created over the API, the file sets only the state, and whether it keeps its order. */
function describedBy({ existing, ...advance }: FileAdvance) {
	const { id, type, state, vendorId, purchaseOrderLinkId } = advance;
	return existing && toAdvance(existing).type === "VENDOR_ADVANCE"
		? { state, purchaseOrderLinkId }
		: { id, type, state, vendorId, purchaseOrderLinkId };
}
