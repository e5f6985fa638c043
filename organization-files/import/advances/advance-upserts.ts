import type { ImportedAdvance } from "../../../shared/domain/payment-request.ts";
import { paymentRequestKey } from "../../../shared/store/keys.ts";
import { type Report, refused } from "../../organization-file-error.ts";
import type { OrganizationFile } from "../../schema.ts";
import type { FileUpsert } from "../file-entry.ts";
import {
	type ImportContext,
	isUnchanged,
	toImportDigest,
} from "../file-entry.ts";
import {
	type AdvancesOfOrder,
	advanceStatement,
	type FileAdvance,
} from "./advances-of-order.ts";
import {
	findKnownAdvances,
	findOrders,
	type KnownAdvance,
} from "./known-advances.ts";

type AdvanceEntry = NonNullable<OrganizationFile["advances"]>[number];

/**
 * Splits the advances into those without a purchase order and those with one (`link-advances.ts`).
 *
 * @param report Receives an error for each advance that names an unknown order, or another order than it holds.
 */
export async function planAdvances(
	context: ImportContext,
	{ org, advances = [], purchaseOrders = [] }: OrganizationFile,
	report: Report,
): Promise<{ upserts: FileUpsert[]; onOrders: AdvancesOfOrder[] }> {
	const ids = advances.map(({ id }) => id);
	const { table } = context;
	const known = await findKnownAdvances(table, org.id, ids);
	const planned = advances.map((entry, index) => {
		const pointer = `/advances/${index}`;
		const knownAdvance = known.get(entry.id);
		const orderId = chooseOrder(entry, knownAdvance, (reason) =>
			report(refused(`${pointer}/purchaseOrderLinkId`, reason)),
		);
		const forOrderId = knownAdvance?.heldOrderId ?? orderId;
		const advance = toFileAdvance(entry, orderId, pointer);
		return { advance, forOrderId, pointer };
	});
	const named = planned.flatMap(({ forOrderId }) => forOrderId ?? []);
	const stored = await findOrders(table, org.id, named);
	const orderIds = new Set([
		...purchaseOrders.map(({ id }) => id),
		...stored.keys(),
	]);
	const onOrders = new Map<string, FileAdvance[]>();
	const upserts = planned.flatMap(({ advance, forOrderId, pointer }) => {
		if (forOrderId === null || !orderIds.has(forOrderId)) {
			if (namesUnknownOrder(advance))
				report(
					refused(
						`${pointer}/purchaseOrderLinkId`,
						"is not a purchase order of the organization: it must be in the file or have been imported",
					),
				);
			return [advanceUpsert(context, { advance, pointer })];
		}
		const ofOrder = onOrders.get(forOrderId) ?? [];
		ofOrder.push(advance);
		onOrders.set(forOrderId, ofOrder);
		return [];
	});
	return {
		upserts,
		onOrders: [...onOrders].map(([purchaseOrderId, advances]) => ({
			purchaseOrderId,
			newOrder: stored.has(purchaseOrderId)
				? undefined
				: purchaseOrders.find(({ id }) => id === purchaseOrderId),
			advances,
		})),
	};
}

/** If this were accepted and the order were created later, the order would look free for another advance. */
const namesUnknownOrder = ({ state, purchaseOrderLinkId }: ImportedAdvance) =>
	state !== "REJECTED" && purchaseOrderLinkId !== null;

const toFileAdvance = (
	entry: AdvanceEntry,
	purchaseOrderLinkId: string | null,
	pointer: string,
): FileAdvance => ({
	pointer,
	id: entry.id,
	type: "IMPORTED_ADVANCE",
	state: entry.state,
	vendorId: entry.vendorId,
	purchaseOrderLinkId,
	importDigest: toImportDigest(entry),
});

/**
 * The purchase order of an advance. An advance created over the API keeps its order. An advance that holds an order
 * keeps it until it is imported `REJECTED` (contract 2).
 */
function chooseOrder(
	{ state, purchaseOrderLinkId: named }: AdvanceEntry,
	known: KnownAdvance | undefined,
	refuse: (reason: string) => void,
): string | null {
	if (known?.type === "VENDOR_ADVANCE") return known.purchaseOrderLinkId;
	const heldId = known?.heldOrderId ?? null;
	const isMoving = heldId !== null && named !== undefined && named !== heldId;
	if (isMoving && state !== "REJECTED")
		refuse(
			`must be ${JSON.stringify(heldId)}, which the advance holds until it is imported REJECTED`,
		);
	return named ?? heldId;
}

function advanceUpsert(
	context: ImportContext,
	{ advance, pointer }: { advance: FileAdvance; pointer: string },
): FileUpsert {
	return {
		key: paymentRequestKey(context.organizationId, advance.id),
		pointer,
		toStatement: (existing) =>
			isUnchanged(existing, advance.importDigest)
				? undefined
				: advanceStatement(context, advance, existing),
	};
}
