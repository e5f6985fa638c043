import { isDeepStrictEqual } from "node:util";
import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import { requireUnchanged } from "../../../../shared/dynamodb/writes/item-write.ts";
import { holdsItsOrder } from "../../../../shared/payment-requests/payment-request.ts";
import { toAdvance } from "../../../../shared/payment-requests/payment-requests.store.ts";
import { toPurchaseOrder } from "../../../../shared/purchase-orders/purchase-orders.store.ts";
import type { Report } from "../../organization-file-error.ts";
import type { OrganizationFile } from "../../schema.ts";
import {
	type EntryUnit,
	type EntryWrite,
	type ImportContext,
	isUnchanged,
	planEntries,
} from "../file-entry.ts";
import { advanceWrites } from "./advance-write.ts";
import { decideLink } from "./decide-link.ts";
import type { FileAdvance } from "./file-advance.ts";
import { groupByOrder } from "./group-advances.ts";
import {
	type FileOrder,
	orderEntry,
	orderWrite,
	toFileOrders,
} from "./order-write.ts";
import { readAdvances } from "./read-orders.ts";

export interface PlannedOrders {
	/**
	 * Orders with the advances that get, keep or lose their links. An active advance is linked to its order or names none,
	 * even if the import is interrupted or another advance is created concurrently (`docs/reliability.md`, "Guarantees").
	 */
	linked: EntryUnit[];
	/** All other orders and advances. */
	others: EntryUnit[];
}

/** Compares the file's purchase orders and advances with the store. Writes nothing. */
export async function planOrders(
	context: ImportContext,
	file: OrganizationFile,
	report: Report,
): Promise<PlannedOrders> {
	const stored = await readAdvances(context, file);
	const fileOrders = toFileOrders(file);
	const described = new Map(fileOrders.map((order) => [order.entry.id, order]));
	const { byOrder, withoutOrder } = groupByOrder(file, {
		stored,
		isKnownOrder: (id) => described.has(id) || stored.orders.has(id),
		report,
	});
	const decided = [...byOrder].map(([id, advances]) =>
		decideOrder(context, {
			id,
			advances,
			existing: stored.orders.get(id),
			described: described.get(id),
		}),
	);
	const unlinked = withoutOrder
		.filter(
			({ existing, importDigest }) => !isUnchanged(existing, importDigest),
		)
		.map((advance) => advanceWrites(context, advance));
	const orders = fileOrders
		.filter(({ entry }) => !byOrder.has(entry.id))
		.map((order) => orderEntry(context, order));
	return {
		linked: decided.map(({ unit }) => unit).filter(({ length }) => length > 0),
		others: [
			...(await planEntries(context.table, orders, report)),
			...[...decided.flatMap(({ others }) => others), ...unlinked].filter(
				({ length }) => length > 0,
			),
		],
	};
}

/**
 * Puts the order's write, and those of the advances that get, keep or lose its link, into one unit. Other advances are
 * alone. The order and its advances were not read at one moment, so that the version of one proves nothing about the
 * others. Therefore, the unit requires that the order is as it was read and, if the link changes, also its advances
 * without a write.
 */
function decideOrder(
	context: ImportContext,
	order: {
		id: string;
		advances: readonly FileAdvance[];
		existing: Item | undefined;
		described: FileOrder | undefined;
	},
): { unit: EntryUnit; others: EntryUnit[] } {
	const { id, existing, described } = order;
	const before = existing ? toPurchaseOrder(existing).link : null;
	const { link, advances } = decideLink(before, order.advances.map(asWanted));
	const isHolder = ({ id }: FileAdvance) =>
		id === before?.advanceId || id === link?.advanceId;
	const isTorn = (advance: FileAdvance) =>
		!isHolder(advance) && isStoredAsHolder(id, advance);
	const writesOf = (advance: FileAdvance) => advanceWrites(context, advance);
	const changesLink = !isDeepStrictEqual(before, link);
	const holderWrites = (advance: FileAdvance): EntryUnit => {
		const writes = writesOf(advance);
		return changesLink && writes.length === 0 && advance.existing
			? [requireUnchanged(advance.existing, ["state", "version"])]
			: writes;
	};

	const holders = advances.filter(isHolder).flatMap(holderWrites);
	const torn = advances.filter(isTorn).flatMap(writesOf);
	const { entry, pointer } = described ?? {};
	const write = orderWrite(context, { id, entry, existing, link });
	const unit = [...holders, ...torn];
	if (write) unit.unshift(toEntryWrite(write, pointer, existing));
	else if (existing && unit.length > 0)
		unit.unshift(requireUnchanged(existing, ["version"]));
	return {
		unit,
		others: advances
			.filter((advance) => !isHolder(advance) && !isTorn(advance))
			.map(writesOf),
	};
}

/**
 * Whether the stored advance holds the order. If the order is not linked to it, the write that links it was not visible
 * yet when the order was read (ADR 20).
 */
function isStoredAsHolder(orderId: string, { existing }: FileAdvance): boolean {
	if (!existing) return false;
	const { state, purchaseOrderLinkId } = toAdvance(existing);
	return holdsItsOrder(state) && purchaseOrderLinkId === orderId;
}

const toEntryWrite = (
	write: EntryWrite,
	pointer: string | undefined,
	existing: Item | undefined,
): EntryWrite =>
	pointer === undefined ? write : { ...write, record: { pointer, existing } };

/**
 * Of an entry that was imported before, only the order counts, since other attributes may have been changed since then
 * (contract 2).
 */
function asWanted(advance: FileAdvance): FileAdvance {
	const { existing, importDigest } = advance;
	if (!existing || !isUnchanged(existing, importDigest)) return advance;
	const { state, vendorId } = toAdvance(existing);
	return { ...advance, state, vendorId };
}
