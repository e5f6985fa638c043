import type { ImportedAdvance } from "../../shared/domain/payment-request.ts";
import { forEachConcurrently } from "../../shared/runtime/concurrently.ts";
import { inGroups } from "../../shared/runtime/in-groups.ts";
import {
	toAdvance,
	toImportedAdvanceItem,
} from "../../shared/store/advances/payment-requests.ts";
import { backOff } from "../../shared/store/dynamodb/back-off.ts";
import type { WriteStatement } from "../../shared/store/dynamodb/batch-execute.ts";
import { batchGet, type Item } from "../../shared/store/dynamodb/batch-get.ts";
import {
	executeTransaction,
	transactionStatementsMax,
} from "../../shared/store/dynamodb/execute-transaction.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import {
	paymentRequestKey,
	purchaseOrderKey,
} from "../../shared/store/keys.ts";
import { toPurchaseOrder } from "../../shared/store/purchase-orders/purchase-orders.ts";
import { linkAfter } from "./link-after.ts";
import { upsertStatement, versionStatement } from "./upsert-statement.ts";

const ordersAtOnce = 10;
const ordersPerRead = 50;
const roundsMax = 6;

/** A purchase order that exists, and the advances of a file that are for it. */
export interface AdvancesOfOrder {
	purchaseOrderId: string;
	/** As the file has them. */
	advances: readonly ImportedAdvance[];
}

/**
 * Stores advances together with their orders' links, one transaction an order: whatever is cut short, and whoever
 * raises or imports an advance meanwhile, an active advance has its order's link or names no order (design 6.4). May
 * be repeated; what is already so is not written.
 *
 * @throws When the store stays too busy.
 */
export async function linkAdvances(
	table: Table,
	organizationId: string,
	orders: readonly AdvancesOfOrder[],
) {
	let open = orders;
	for (let round = 0; round < roundsMax && open.length > 0; round++) {
		await backOff(table, round);
		open = await linkOnce(table, organizationId, open);
	}
	if (open.length === 0) return;
	throw new Error(
		`Advances on ${open.length} purchase orders could not be written: the store is overloaded. Try again.`,
	);
}

/** @returns Those that were refused, because somebody changed the order, or not answered: what is there then decides. */
async function linkOnce(
	table: Table,
	organizationId: string,
	orders: readonly AdvancesOfOrder[],
): Promise<AdvancesOfOrder[]> {
	const left: AdvancesOfOrder[] = [];
	for (const group of inGroups(orders, ordersPerRead)) {
		const stored = await readStored(table, organizationId, group);
		await forEachConcurrently(group, ordersAtOnce, async (order) => {
			const statements = toStatements(table, organizationId, order, stored);
			for (const some of inGroups(statements, transactionStatementsMax)) {
				if (await executeTransaction(table, some)) continue;
				left.push(order);
				return;
			}
		});
	}
	return left;
}

/** By partition key, which each of these items has for itself. */
async function readStored(
	table: Table,
	organizationId: string,
	orders: readonly AdvancesOfOrder[],
): Promise<Map<unknown, Item>> {
	const items = await batchGet(
		table,
		orders.flatMap(({ purchaseOrderId, advances }) => [
			purchaseOrderKey(organizationId, purchaseOrderId),
			...advances.map(({ id }) => paymentRequestKey(organizationId, id)),
		]),
	);
	return new Map(items.flatMap((item) => (item ? [[item.pk, item]] : [])));
}

/**
 * The order's write first, under the version that was read, then those of the advances that lose or have its link: within
 * one transaction, however many others name the order.
 */
function toStatements(
	table: Table,
	organizationId: string,
	{ purchaseOrderId, advances }: AdvancesOfOrder,
	stored: ReadonlyMap<unknown, Item>,
): WriteStatement[] {
	const key = purchaseOrderKey(organizationId, purchaseOrderId);
	const order = stored.get(key.pk);
	if (!order) throw new Error(`Purchase order ${purchaseOrderId} is not there`);
	const before = toPurchaseOrder(order).link;
	const link = linkAfter(before, advances);
	const holders = [before?.advanceId, link?.advanceId];
	const writes = advances
		.toSorted((a, b) => holders.lastIndexOf(b.id) - holders.lastIndexOf(a.id))
		.flatMap((advance) => {
			const { pk } = paymentRequestKey(organizationId, advance.id);
			const existing = stored.get(pk);
			const isWithoutOrder =
				advance.state !== "REJECTED" && link?.advanceId !== advance.id;
			const item = {
				...toAdvanceItem(organizationId, advance, existing),
				// Another advance holds the order (`decisions.md`, "Organization files").
				...(isWithoutOrder && { purchaseOrderLinkId: null }),
			};
			return upsertStatement(table, existing, item) ?? [];
		});
	const linked = { ...key, link };
	const linkWrite = upsertStatement(table, order, linked);
	if (linkWrite) return [linkWrite, ...writes];
	// Its version lets nobody else change the link in between.
	return writes.length > 0
		? [versionStatement(table, key, order), ...writes]
		: [];
}

/** The advance to be stored; of one that was raised over the API the state alone is the file's to say. */
export function toAdvanceItem(
	organizationId: string,
	advance: ImportedAdvance,
	existing: Item | undefined,
) {
	const isRaisedHere =
		existing && toAdvance(existing).type === "VENDOR_ADVANCE";
	if (!isRaisedHere) return toImportedAdvanceItem(organizationId, advance);
	const { id, state } = advance;
	return { ...paymentRequestKey(organizationId, id), state };
}
