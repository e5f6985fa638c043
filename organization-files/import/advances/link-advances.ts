import type { ImportedAdvance } from "../../../shared/domain/payment-request.ts";
import { forEachConcurrently } from "../../../shared/runtime/concurrently.ts";
import { inGroups } from "../../../shared/runtime/in-groups.ts";
import { toAdvance } from "../../../shared/store/advances/payment-requests.ts";
import type {
	WriteOutcome,
	WriteStatement,
} from "../../../shared/store/dynamodb/batch-execute.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/store/dynamodb/batch-get.ts";
import {
	executeTransaction,
	transactionStatementsMax,
} from "../../../shared/store/dynamodb/execute-transaction.ts";
import { backOff } from "../../../shared/store/dynamodb/retry-busy.ts";
import {
	paymentRequestKey,
	purchaseOrderKey,
} from "../../../shared/store/keys.ts";
import { toPurchaseOrder } from "../../../shared/store/purchase-orders/purchase-orders.ts";
import {
	entryStatement,
	type ImportContext,
	isUnchanged,
} from "../file-entry.ts";
import { unwrittenError } from "../unwritten.ts";
import { upsertStatement, versionStatement } from "../upsert-statement.ts";
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
	/** JSON pointer of the file's entry. */
	pointer: string;
	/** Digest of the file's entry. */
	importDigest: string;
}

/**
 * Stores advances together with their orders' links, in one transaction for each order. An active advance is linked to
 * its order or names none, also when the import is interrupted or another advance is created concurrently
 * (`docs/architecture.md`, "Guarantees"). Idempotent; unchanged records are not written.
 *
 * @throws When the store stays overloaded, does not answer, or other writers are always faster.
 */
export async function linkAdvances(
	context: ImportContext,
	orders: readonly AdvancesOfOrder[],
) {
	let open = orders;
	let outcomes = new Set<WriteOutcome>();
	for (let round = 0; round < roundsMax && open.length > 0; round++) {
		await backOff(context.table, round);
		outcomes = new Set();
		open = await linkOnce(context, open, outcomes);
	}
	const count = open.length;
	if (count === 0) return;
	throw unwrittenError(
		{ what: "purchase orders with advances", count },
		outcomes,
	);
}

/**
 * @param outcomes Receives those of the transactions that conflicted or were not answered.
 * @returns The orders of these transactions, to plan again from a new read.
 */
async function linkOnce(
	context: ImportContext,
	orders: readonly AdvancesOfOrder[],
	outcomes: Set<WriteOutcome>,
): Promise<AdvancesOfOrder[]> {
	const left: AdvancesOfOrder[] = [];
	for (const group of inGroups(orders, ordersPerRead)) {
		const stored = await readStored(context, group);
		await forEachConcurrently(group, ordersAtOnce, async (order) => {
			const statements = toStatements(context, order, stored);
			for (const some of inGroups(statements, transactionStatementsMax)) {
				const outcome = await executeTransaction(context.table, some);
				if (outcome === "WRITTEN") continue;
				outcomes.add(outcome);
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
	onOrder: AdvancesOfOrder,
	stored: ReadonlyMap<unknown, Item>,
): WriteStatement[] {
	const { table, organizationId } = context;
	const { order, link, changes } = decideLink(context, onOrder, stored);
	if (!order)
		throw new Error(`Purchase order ${onOrder.purchaseOrderId} does not exist`);
	const key = purchaseOrderKey(organizationId, onOrder.purchaseOrderId);
	const writes = changes.flatMap(
		({ advance, existing }) =>
			advanceStatement(context, advance, existing) ?? [],
	);
	const linkWrite = entryStatement(context, order, {
		key,
		importDigest: undefined,
		described: { link },
	});
	if (linkWrite) return [linkWrite, ...writes];
	// Incrementing the order's version keeps its link unchanged while an advance changes. A digest or a list key does not
	// count as a change.
	const isChange = changes.some(
		({ advance, existing }) =>
			upsertStatement(table, existing, {
				...paymentRequestKey(organizationId, advance.id),
				...describedBy(advance, existing),
			}) !== undefined,
	);
	return isChange ? [versionStatement(table, key, order), ...writes] : writes;
}

/** Decides which advance gets the order's link. Those that lose or get it come first. */
function decideLink(
	{ organizationId }: ImportContext,
	{ purchaseOrderId, advances }: AdvancesOfOrder,
	stored: ReadonlyMap<unknown, Item>,
) {
	const order = stored.get(
		purchaseOrderKey(organizationId, purchaseOrderId).pk,
	);
	const existingOf = ({ id }: FileAdvance) =>
		stored.get(paymentRequestKey(organizationId, id).pk);
	const before = order ? toPurchaseOrder(order).link : null;
	const wanted = advances.map((advance) =>
		toWanted(advance, existingOf(advance)),
	);
	const link = linkAfter(before, wanted);
	const holders = [before?.advanceId, link?.advanceId];
	const changes = wanted
		.toSorted((a, b) => holders.lastIndexOf(b.id) - holders.lastIndexOf(a.id))
		.map((advance) => ({
			// An active advance without the link names no order (`docs/decisions.md`, "Organization files").
			advance:
				advance.state === "REJECTED" || link?.advanceId === advance.id
					? advance
					: { ...advance, purchaseOrderLinkId: null },
			existing: existingOf(advance),
		}));
	return { order, link, changes };
}

/** The writes of advances that `linkAdvances` would make, also for orders that the same file creates. */
export async function planLinks(
	context: ImportContext,
	orders: readonly AdvancesOfOrder[],
) {
	const planned = [];
	for (const group of inGroups(orders, ordersPerRead)) {
		const stored = await readStored(context, group);
		for (const order of group) {
			for (const change of decideLink(context, order, stored).changes) {
				const { advance, existing } = change;
				const statement = advanceStatement(context, advance, existing);
				if (statement)
					planned.push({
						upsert: { pointer: advance.pointer },
						statement,
						existing,
					});
			}
		}
	}
	return planned;
}

/** For an entry that was imported before, only the order counts: other attributes may have been changed since (contract 2). */
function toWanted(
	advance: FileAdvance,
	existing: Item | undefined,
): FileAdvance {
	if (!existing || !isUnchanged(existing, advance.importDigest)) return advance;
	const { state, vendorId } = toAdvance(existing);
	return { ...advance, state, vendorId };
}

/** The write of an advance; undefined: it is unchanged. */
export function advanceStatement(
	context: ImportContext,
	advance: FileAdvance,
	existing: Item | undefined,
): WriteStatement | undefined {
	return entryStatement(context, existing, {
		key: paymentRequestKey(context.organizationId, advance.id),
		importDigest: advance.importDigest,
		described: describedBy(advance, existing),
		initial: { createdAt: context.now.toISOString() },
	});
}

/** For an advance created over the API, the file sets only the state, and whether it keeps its order. */
function describedBy(
	{ importDigest: _, pointer: __, ...advance }: FileAdvance,
	existing: Item | undefined,
) {
	const { state, purchaseOrderLinkId } = advance;
	const isCreatedOverApi =
		existing && toAdvance(existing).type === "VENDOR_ADVANCE";
	return isCreatedOverApi ? { state, purchaseOrderLinkId } : advance;
}
