import type { ImportedAdvance } from "../../shared/domain/payment-request.ts";
import { toAdvance } from "../../shared/store/advances/payment-requests.ts";
import { paymentRequestKey } from "../../shared/store/keys.ts";
import { refused } from "../organization-file-error.ts";
import type { OrganizationFile } from "../schema.ts";
import {
	entryStatement,
	type ImportContext,
	isUnchanged,
} from "./entry-statement.ts";
import type { FileUpsert } from "./file-upsert.ts";
import { toImportDigest } from "./import-digest.ts";
import { findKnownAdvances, type KnownAdvance } from "./known-advances.ts";
import type { LinkWish } from "./purchase-order-upserts.ts";

type AdvanceEntry = NonNullable<OrganizationFile["advances"]>[number];

/**
 * The advances themselves, and what they want of purchase orders.
 *
 * @throws OrganizationFileError for an advance that holds an order and names another.
 */
export async function planAdvances(
	context: ImportContext,
	{ org, advances = [] }: OrganizationFile,
): Promise<{ upserts: FileUpsert[]; wishes: LinkWish[] }> {
	const ids = advances.map(({ id }) => id);
	const known = await findKnownAdvances(context.table, org.id, ids);
	const upserts: FileUpsert[] = [];
	const wishes: LinkWish[] = [];
	advances.forEach((entry, index) => {
		const pointer = `/advances/${index}`;
		const { id: advanceId, state } = entry;
		const orderId = chooseOrder(entry, known.get(advanceId), pointer);
		upserts.push(advanceUpsert(context, { entry, orderId, pointer }));

		const heldId = known.get(advanceId)?.heldOrderId ?? null;
		for (const purchaseOrderId of new Set([orderId, heldId]))
			if (purchaseOrderId !== null)
				wishes.push({ purchaseOrderId, advanceId, state, pointer });
	});
	return { upserts, wishes };
}

/**
 * The order that an advance is for. One raised over the API keeps its own; one that holds an order keeps that until it
 * is imported `REJECTED` (contract 2).
 */
function chooseOrder(
	{ state, purchaseOrderLinkId: named }: AdvanceEntry,
	known: KnownAdvance | undefined,
	pointer: string,
): string | null {
	if (known?.type === "VENDOR_ADVANCE") return known.purchaseOrderLinkId;
	const heldId = known?.heldOrderId ?? null;
	const isMoving = heldId !== null && named !== undefined && named !== heldId;
	if (isMoving && state !== "REJECTED")
		throw refused(
			`${pointer}/purchaseOrderLinkId`,
			`must be ${JSON.stringify(heldId)}, which the advance holds until it is imported REJECTED`,
		);
	return named ?? heldId;
}

/** An advance raised over the API has its state updated, the rest left. */
function advanceUpsert(
	context: ImportContext,
	advance: { entry: AdvanceEntry; orderId: string | null; pointer: string },
): FileUpsert {
	const { id, vendorId, state } = advance.entry;
	const key = paymentRequestKey(context.organizationId, id);
	const importDigest = toImportDigest(advance.entry);
	const initial = { createdAt: context.now.toISOString() };
	const imported: ImportedAdvance = {
		id,
		type: "IMPORTED_ADVANCE",
		state,
		vendorId,
		purchaseOrderLinkId: advance.orderId,
	};
	return {
		key,
		pointer: advance.pointer,
		toStatement(existing) {
			if (isUnchanged(existing, importDigest)) return undefined;
			const isRaisedHere =
				existing && toAdvance(existing).type === "VENDOR_ADVANCE";
			const described = isRaisedHere ? { state } : imported;
			const record = { key, importDigest, described, initial };
			return entryStatement(context, existing, record);
		},
	};
}
