import { toBatch } from "../../../shared/batches/batches.store.ts";
import {
	isVisible,
	toBatchSummary,
} from "../../../shared/batches/payment-batch.ts";
import {
	apiKeyEntryKey,
	auditKey,
	batchEntryPrefix,
	batchKey,
	batchOfEntry,
	gstTaxKey,
	type Key,
	organizationPartition,
	tdsTaxKey,
} from "../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import type { ListKind } from "../../../shared/lists/list-index.store.ts";
import { toAuditRecord } from "../../../shared/organizations/audit-records.store.ts";
import {
	type FindKeys,
	queryKeyPages,
} from "../../../shared/organizations/organization-keys.store.ts";
import { toPaymentRunRecord } from "../../../shared/payment-runs/payment-run.record.ts";
import { isVisibleAt } from "../../../shared/payment-runs/payment-run.ts";
import { toRun } from "../../../shared/payment-runs/payment-runs.store.ts";
import { exportApiKeys } from "./api-keys.ts";
import { exportInvoices } from "./invoices.ts";
import {
	byPartition,
	bySortKey,
	keysInOrder,
	type SortedKeys,
} from "./keys-in-order.ts";
import { exportAdvances, exportPaymentRequests } from "./payment-requests.ts";
import { exportPurchaseOrders } from "./purchase-orders.ts";
import {
	exportSkus,
	exportTags,
	exportTaxes,
	exportUsers,
	exportVendors,
} from "./reference-data.ts";

/** Where a list of the export reads, and how it shows what it has read. */
export interface ExportList {
	/** Finds the keys of its items, in the order of the list. */
	findKeys(place: Place, find: FindKeys): AsyncIterable<SortedKeys>;
	/** Shows the records of these items, in their order. An item may have none. */
	show(
		place: Place,
		items: readonly Item[],
	): Promise<object[]> | AsyncIterable<object>;
}

export interface Place {
	table: Table;
	organizationId: string;
	now: Date;
}

/** Lists by their names in the export. */
export const exportLists = {
	users: listedAs("USER", async (_, items) => exportUsers(items)),
	apiKeys: inPartition(
		({ organizationId }) => apiKeyEntryKey(organizationId, ""),
		({ table }, items) => exportApiKeys(table, items),
	),
	vendors: listedAs("VENDOR", async (_, items) => exportVendors(items)),
	gstTaxes: taxes(gstTaxKey),
	tdsTaxes: taxes(tdsTaxKey),
	tags: listedAs("TAG", async (_, items) => exportTags(items)),
	skus: listedAs("SKU", async (_, items) => exportSkus(items)),
	purchaseOrders: listedAs("PURCHASE_ORDER", async (_, items) =>
		exportPurchaseOrders(items),
	),
	invoices: listedAs("INVOICE", ({ table, organizationId }, items) =>
		exportInvoices(table, organizationId, items),
	),
	advances: listedAs("PAYMENT_REQUEST", async (_, items) =>
		exportAdvances(items),
	),
	paymentRequests: listedAs(
		"PAYMENT_REQUEST",
		({ table, organizationId }, items) =>
			exportPaymentRequests(table, organizationId, items),
	),
	paymentRuns: listedAs("PAYMENT_RUN", async ({ now }, items) =>
		exportPaymentRuns(items, now),
	),
	batches: {
		async *findKeys(place) {
			const { organizationId } = place;
			const first = {
				pk: organizationPartition(organizationId),
				sk: batchEntryPrefix,
			};
			for await (const { keys, total } of keysFrom(place, first, newestFirst))
				yield {
					keys: keys.map((key) =>
						batchKey({ organizationId, bulkActionSlug: batchOfEntry(key) }),
					),
					total,
				};
		},
		show: async ({ now }, items) => exportBatches(items, now),
	},
	audit: {
		findKeys: (place) =>
			keysFrom(place, auditKey(place.organizationId, ""), newestFirst),
		show: async (_, items) => items.map(toAuditRecord),
	},
} as const satisfies Record<string, ExportList>;

function listedAs(kind: ListKind, show: ExportList["show"]): ExportList {
	return {
		findKeys: (_, find) => keysInOrder(() => find(kind), byPartition),
		show,
	};
}

/** @param toStart The key with which all keys of the list begin. */
function inPartition(
	toStart: (place: Place) => Key,
	show: ExportList["show"],
): ExportList {
	return {
		findKeys: (place) => keysFrom(place, toStart(place), bySortKey),
		show,
	};
}

/** A list of taxes, sorted by id, which is a number. */
function taxes(toKey: typeof gstTaxKey): ExportList {
	const idOf = ({ sk }: Key) => Number(sk.slice(sk.indexOf("#") + 1));
	return {
		findKeys(place) {
			const { pk, sk } = toKey(place.organizationId, 0);
			const start = { pk, sk: sk.slice(0, -1) };
			return keysFrom(place, start, (one, other) => idOf(one) - idOf(other));
		},
		show: async (_, items) => exportTaxes(items),
	};
}

const keysFrom = (
	{ table }: Place,
	{ pk, sk }: Key,
	compare: typeof bySortKey,
): AsyncIterable<SortedKeys> =>
	keysInOrder(
		() =>
			queryKeyPages(table, {
				KeyConditionExpression:
					sk === "" ? "pk = :pk" : "pk = :pk AND begins_with(sk, :sk)",
				ExpressionAttributeValues: {
					":pk": pk,
					...(sk !== "" && { ":sk": sk }),
				},
				ConsistentRead: true,
			}),
		compare,
	);

/** The sort keys of batches begin with the time of their creation, and those of audit records are ULIDs. */
const newestFirst = (one: Key, other: Key) => bySortKey(other, one);

/** The records of payment runs (runs P6), without those that have expired. */
const exportPaymentRuns = (items: readonly Item[], now: Date) =>
	items
		.map(toRun)
		.filter((run) => isVisibleAt(run, now))
		.map(toPaymentRunRecord);

/** Batches as `listBatches` returns them, with who created them and, if they were stopped, who did that. */
const exportBatches = (items: readonly Item[], now: Date) =>
	items
		.map(toBatch)
		.filter((batch) => isVisible(batch, now))
		.map((batch) => {
			const { userId, keyId, stop } = batch;
			const createdBy = { userId, keyId };
			const summary = toBatchSummary(batch);
			const updatedBy = stop ? summary.stoppedBy : createdBy;
			return { ...summary, createdBy, updatedBy };
		});
