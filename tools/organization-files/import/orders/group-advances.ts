import { holdsItsOrder } from "../../../../shared/payment-requests/payment-request.ts";
import { toAdvance } from "../../../../shared/payment-requests/payment-requests.store.ts";
import { refuseImportedState } from "../../../../shared/payment-requests/workflow/imported-state.ts";
import { type Report, refused } from "../../organization-file-error.ts";
import type { OrganizationFile } from "../../schema.ts";
import { isUnchanged, toImportDigest } from "../file-entry.ts";
import type { FileAdvance } from "./file-advance.ts";
import {
	type AdvanceEntry,
	linkedOrderId,
	type StoredAdvances,
} from "./read-orders.ts";

/**
 * Groups the file's advances by the order that they hold, or else by the one that they name, and returns those without a
 * known order.
 *
 * @param report Receives an error for each advance that names an unknown order, or another order than it holds.
 */
export function groupByOrder(
	{ advances = [] }: OrganizationFile,
	{
		stored,
		isKnownOrder,
		report,
	}: {
		stored: StoredAdvances;
		isKnownOrder: (id: string) => boolean;
		report: Report;
	},
) {
	const byOrder = new Map<string, FileAdvance[]>();
	const withoutOrder: FileAdvance[] = [];
	advances.forEach((entry, index) => {
		const pointer = `/advances/${index}`;
		let isRefused = false;
		const refuseAt = (property: string, reason: string) => {
			isRefused = true;
			report(refused(`${pointer}/${property}`, reason));
		};
		const refuse = (reason: string) => refuseAt("purchaseOrderLinkId", reason);
		const existing = stored.advances.get(entry.id);
		const decided = stored.decided.get(entry.id);
		const refusal =
			decided && refuseImportedState(decided.request, entry.state);
		if (refusal) refuseAt("state", refusal);
		const heldId = existing ? linkedOrderId(stored, existing) : null;
		const importDigest = toImportDigest(entry);
		const purchaseOrderLinkId = chooseOrder(entry, {
			known: existing && toAdvance(existing),
			isSame: isUnchanged(existing, importDigest),
			heldId,
			refuse,
		});
		const { id, state, vendorId } = entry;
		const advance: FileAdvance = {
			pointer,
			id,
			type: "IMPORTED_ADVANCE",
			state,
			vendorId,
			purchaseOrderLinkId,
			importDigest,
			existing,
			decided,
		};
		const orderId = heldId ?? purchaseOrderLinkId;
		const knownId = orderId !== null && isKnownOrder(orderId) ? orderId : null;
		if (knownId === null && namesUnknownOrder(advance))
			refuse(
				"is not a purchase order of the organization: it must be in the file or have been imported",
			);
		// Without the refused advance, the link of its order stays as it is.
		if (isRefused) return;
		if (knownId === null) withoutOrder.push(advance);
		else byOrder.set(knownId, [...(byOrder.get(knownId) ?? []), advance]);
	});
	return { byOrder, withoutOrder };
}

/** If this were accepted and the order were created later, the order would look free for another advance. */
const namesUnknownOrder = ({ state, purchaseOrderLinkId }: FileAdvance) =>
	holdsItsOrder(state) && purchaseOrderLinkId !== null;

/**
 * Chooses the purchase order of an advance. An advance created over the API keeps its order. An advance that holds an
 * order keeps it until it is imported `REJECTED` or `CANCELLED`. An unchanged entry gives an advance no order
 * (contract 2).
 */
function chooseOrder(
	{ state, purchaseOrderLinkId: named }: AdvanceEntry,
	{
		known,
		isSame,
		heldId,
		refuse,
	}: {
		known: ReturnType<typeof toAdvance> | undefined;
		/** Whether the entry is as it was when it was last imported. */
		isSame: boolean;
		heldId: string | null;
		refuse: (reason: string) => void;
	},
): string | null {
	if (known && (isSame || known.type === "VENDOR_ADVANCE"))
		return known.purchaseOrderLinkId;
	const isMoving = heldId !== null && named !== undefined && named !== heldId;
	if (isMoving && holdsItsOrder(state))
		refuse(
			`must be ${JSON.stringify(heldId)}, which the advance holds until it is imported REJECTED or CANCELLED`,
		);
	return named ?? heldId;
}
