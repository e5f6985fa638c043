import type { ImportedAdvance } from "../../shared/domain/payment-request.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { paymentRequestKey } from "../../shared/store/keys.ts";
import { refused } from "../organization-file-error.ts";
import type { OrganizationFile } from "../schema.ts";
import type { FileUpsert } from "./file-upsert.ts";
import {
	findKnownAdvances,
	findOrders,
	type KnownAdvance,
} from "./known-advances.ts";
import { type AdvancesOfOrder, toAdvanceItem } from "./link-advances.ts";
import { upsertStatement } from "./upsert-statement.ts";

type AdvanceEntry = NonNullable<OrganizationFile["advances"]>[number];

/**
 * The advances for no order, and those for orders (`link-advances.ts`).
 *
 * @throws OrganizationFileError for an advance that holds an order and names another, or names an unknown one.
 */
export async function planAdvances(
	table: Table,
	{ org, advances = [], purchaseOrders = [] }: OrganizationFile,
): Promise<{ upserts: FileUpsert[]; onOrders: AdvancesOfOrder[] }> {
	const ids = advances.map(({ id }) => id);
	const known = await findKnownAdvances(table, org.id, ids);
	const planned = advances.map((entry, index) => {
		const pointer = `/advances/${index}`;
		const knownAdvance = known.get(entry.id);
		const orderId = chooseOrder(entry, knownAdvance, pointer);
		const forOrderId = knownAdvance?.heldOrderId ?? orderId;
		return { advance: toImported(entry, orderId), forOrderId, pointer };
	});
	const named = planned.flatMap(({ forOrderId }) => forOrderId ?? []);
	const stored = await findOrders(table, org.id, named);
	const orderIds = new Set([
		...purchaseOrders.map(({ id }) => id),
		...stored.keys(),
	]);
	const onOrders = new Map<string, ImportedAdvance[]>();
	const upserts = planned.flatMap(({ advance, forOrderId, pointer }) => {
		if (forOrderId === null || !orderIds.has(forOrderId)) {
			refuseUnknownOrder(advance, pointer);
			return [advanceUpsert(table, org.id, { advance, pointer })];
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
			advances,
		})),
	};
}

/** Were it let pass, the order, once it came, would look free for another advance. */
function refuseUnknownOrder(
	{ state, purchaseOrderLinkId }: ImportedAdvance,
	pointer: string,
) {
	if (state === "REJECTED" || purchaseOrderLinkId === null) return;
	throw refused(
		`${pointer}/purchaseOrderLinkId`,
		"names no purchase order of the organization",
	);
}

const toImported = (
	{ id, state, vendorId }: AdvanceEntry,
	purchaseOrderLinkId: string | null,
): ImportedAdvance => ({
	id,
	type: "IMPORTED_ADVANCE",
	state,
	vendorId,
	purchaseOrderLinkId,
});

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

function advanceUpsert(
	table: Table,
	organizationId: string,
	{ advance, pointer }: { advance: ImportedAdvance; pointer: string },
): FileUpsert {
	return {
		key: paymentRequestKey(organizationId, advance.id),
		pointer,
		toStatement: (existing) =>
			upsertStatement(
				table,
				existing,
				toAdvanceItem(organizationId, advance, existing),
			),
	};
}
