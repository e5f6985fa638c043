import type { ImportedAdvance } from "../../../shared/domain/payment-request.ts";
import { forEachConcurrently } from "../../../shared/runtime/concurrently.ts";
import { inGroups } from "../../../shared/runtime/in-groups.ts";
import { toAdvance } from "../../../shared/store/advances/payment-requests.ts";
import { backOff } from "../../../shared/store/dynamodb/back-off.ts";
import type { WriteStatement } from "../../../shared/store/dynamodb/batch-execute.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/store/dynamodb/batch-get.ts";
import {
	executeTransaction,
	transactionStatementsMax,
} from "../../../shared/store/dynamodb/execute-transaction.ts";
import {
	paymentRequestKey,
	purchaseOrderKey,
} from "../../../shared/store/keys.ts";
import { toPurchaseOrder } from "../../../shared/store/purchase-orders/purchase-orders.ts";
import { entryStatement, type ImportContext } from "../file-entry.ts";
import { versionStatement } from "../upsert-statement.ts";
import { linkAfter } from "./link-after.ts";

const ordersAtOnce = 10;
const ordersPerRead = 50;
const roundsMax = 6;

/** An existing purchase order and the advances of a file for it. */
export interface AdvancesOfOrder {
	purchaseOrderId: string;
	advances: readonly FileAdvance[];
}

/** An advance of a file. */
export interface FileAdvance extends ImportedAdvance {
	/** Digest of the file's entry. */
	importDigest: string;
}

/**
 * Stores advances together with their orders' links, in one transaction for each order. An active advance is linked to
 * its order or names none, also when the import is interrupted or another advance is created concurrently
 * (`docs/architecture.md`, "Guarantees"). Idempotent; unchanged records are not written.
 *
 * @throws When the store stays overloaded.
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

/** @returns The orders to plan again from a new read: their transactions conflicted or were not answered. */
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

/** The items by partition key: each of them has its own partition. */
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
 * The writes of one order. First the order's, conditional on the version read, then those of the advances that lose or
 * get the link: these are in the first transaction, however many other advances name the order.
 */
function toStatements(
	context: ImportContext,
	{ purchaseOrderId, advances }: AdvancesOfOrder,
	stored: ReadonlyMap<unknown, Item>,
): WriteStatement[] {
	const { table, organizationId } = context;
	const key = purchaseOrderKey(organizationId, purchaseOrderId);
	const order = stored.get(key.pk);
	if (!order)
		throw new Error(`Purchase order ${purchaseOrderId} does not exist`);
	const before = toPurchaseOrder(order).link;
	const link = linkAfter(before, advances);
	const holders = [before?.advanceId, link?.advanceId];
	const writes = advances
		.toSorted((a, b) => holders.lastIndexOf(b.id) - holders.lastIndexOf(a.id))
		.flatMap((advance) => {
			const { pk } = paymentRequestKey(organizationId, advance.id);
			// Another advance holds the order (`docs/decisions.md`, "Organization files").
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
	// Incrementing the version makes a concurrent change of the link conflict.
	return writes.length > 0
		? [versionStatement(table, key, order), ...writes]
		: [];
}

/** The write of an advance. For an advance created over the API, the file sets only the state. */
export function advanceStatement(
	context: ImportContext,
	{ importDigest, ...advance }: FileAdvance,
	existing: Item | undefined,
): WriteStatement | undefined {
	const isCreatedOverApi =
		existing && toAdvance(existing).type === "VENDOR_ADVANCE";
	return entryStatement(context, existing, {
		key: paymentRequestKey(context.organizationId, advance.id),
		importDigest,
		described: isCreatedOverApi ? { state: advance.state } : advance,
		initial: { createdAt: context.now.toISOString() },
	});
}
