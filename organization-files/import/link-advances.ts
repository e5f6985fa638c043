import type { ImportedAdvance } from "../../shared/domain/payment-request.ts";
import { forEachConcurrently } from "../../shared/runtime/concurrently.ts";
import { inGroups } from "../../shared/runtime/in-groups.ts";
import { toAdvance } from "../../shared/store/advances/payment-requests.ts";
import type { WriteStatement } from "../../shared/store/dynamodb/batch-execute.ts";
import { batchGet, type Item } from "../../shared/store/dynamodb/batch-get.ts";
import {
	executeTransaction,
	transactionStatementsMax,
} from "../../shared/store/dynamodb/execute-transaction.ts";
import { backOff } from "../../shared/store/dynamodb/retry-busy.ts";
import {
	paymentRequestKey,
	purchaseOrderKey,
} from "../../shared/store/keys.ts";
import { toPurchaseOrder } from "../../shared/store/purchase-orders/purchase-orders.ts";
import { entryStatement, type ImportContext } from "./entry-statement.ts";
import { linkAfter } from "./link-after.ts";
import { versionStatement } from "./upsert-statement.ts";

const ordersAtOnce = 10;
const ordersPerRead = 50;
const roundsMax = 6;

/** A purchase order that exists, and the advances of a file that are for it. */
export interface AdvancesOfOrder {
	purchaseOrderId: string;
	advances: readonly FileAdvance[];
}

/** An advance as a file has it. */
export interface FileAdvance extends ImportedAdvance {
	/** Digest of the file's entry. */
	importDigest: string;
}

/**
 * Stores advances together with their orders' links, one transaction an order: whatever is cut short, and whoever
 * raises or imports an advance meanwhile, an active advance has its order's link or names no order (design 6.4). May
 * be repeated; what is already so is not written.
 *
 * @throws When the store stays too busy.
 */
export async function linkAdvances(
	context: ImportContext,
	orders: readonly AdvancesOfOrder[],
) {
	let open = orders;
	for (let round = 0; round < roundsMax && open.length > 0; round++) {
		await backOff(context.table, round);
		open = await linkOnce(context, open);
	}
	if (open.length === 0) return;
	throw new Error(
		`Advances on ${open.length} purchase orders could not be written: the store is overloaded. Try again.`,
	);
}

/** @returns Those that were refused, because somebody changed the order, or not answered: what is there then decides. */
async function linkOnce(
	context: ImportContext,
	orders: readonly AdvancesOfOrder[],
): Promise<AdvancesOfOrder[]> {
	const left: AdvancesOfOrder[] = [];
	for (const group of inGroups(orders, ordersPerRead)) {
		const stored = await readStored(context, group);
		await forEachConcurrently(group, ordersAtOnce, async (order) => {
			const statements = toStatements(context, order, stored);
			for (const some of inGroups(statements, transactionStatementsMax)) {
				if (await executeTransaction(context.table, some)) continue;
				left.push(order);
				return;
			}
		});
	}
	return left;
}

/** By partition key, which each of these items has for itself. */
async function readStored(
	{ table, organizationId }: ImportContext,
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
	context: ImportContext,
	{ purchaseOrderId, advances }: AdvancesOfOrder,
	stored: ReadonlyMap<unknown, Item>,
): WriteStatement[] {
	const { table, organizationId } = context;
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
			// Another advance holds the order (`decisions.md`, "Organization files").
			const isWithoutOrder =
				advance.state !== "REJECTED" && link?.advanceId !== advance.id;
			const wanted = isWithoutOrder
				? { ...advance, purchaseOrderLinkId: null }
				: advance;
			return advanceStatement(context, wanted, stored.get(pk)) ?? [];
		});
	const linkWrite = entryStatement(context, order, {
		key,
		importDigest: undefined,
		described: { link },
	});
	if (linkWrite) return [linkWrite, ...writes];
	// Its version lets nobody else change the link in between.
	return writes.length > 0
		? [versionStatement(table, key, order), ...writes]
		: [];
}

/** The write of an advance; of one that was raised over the API the file sets only the state. */
export function advanceStatement(
	context: ImportContext,
	{ importDigest, ...advance }: FileAdvance,
	existing: Item | undefined,
): WriteStatement | undefined {
	const isRaisedHere =
		existing && toAdvance(existing).type === "VENDOR_ADVANCE";
	return entryStatement(context, existing, {
		key: paymentRequestKey(context.organizationId, advance.id),
		importDigest,
		described: isRaisedHere ? { state: advance.state } : advance,
		initial: { createdAt: context.now.toISOString() },
	});
}
