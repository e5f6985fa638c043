import { forEachConcurrently } from "../../../shared/runtime/concurrently.ts";
import { inGroups } from "../../../shared/runtime/in-groups.ts";
import type {
	WriteOutcome,
	WriteStatement,
} from "../../../shared/store/dynamodb/batch-execute.ts";
import type { Item } from "../../../shared/store/dynamodb/batch-get.ts";
import {
	executeTransaction,
	transactionStatementsMax,
} from "../../../shared/store/dynamodb/execute-transaction.ts";
import { backOff } from "../../../shared/store/dynamodb/retry-busy.ts";
import {
	paymentRequestKey,
	purchaseOrderKey,
} from "../../../shared/store/keys.ts";
import { entryStatement, type ImportContext } from "../file-entry.ts";
import { purchaseOrderStatement } from "../purchase-order-upserts.ts";
import { unwrittenError } from "../unwritten.ts";
import { upsertStatement, versionStatement } from "../upsert-statement.ts";
import {
	type AdvancesOfOrder,
	advanceStatement,
	decideLink,
	describedBy,
	readStored,
} from "./advances-of-order.ts";

const ordersAtOnce = 10;
const ordersPerRead = 50;
const roundsMax = 6;

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
	const { purchaseOrderId, newOrder } = onOrder;
	const key = purchaseOrderKey(organizationId, purchaseOrderId);
	const writes = changes.flatMap(
		({ advance, existing }) =>
			advanceStatement(context, advance, existing) ?? [],
	);
	if (!order) {
		const creation =
			newOrder &&
			purchaseOrderStatement(context, newOrder, { existing: undefined, link });
		if (!creation)
			throw new Error(`Purchase order ${purchaseOrderId} does not exist`);
		return [creation, ...writes];
	}
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
