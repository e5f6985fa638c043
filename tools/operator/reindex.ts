import { listOpenApprovals } from "../../shared/store/advances/list-open-approvals.ts";
import { batchGet, type Item } from "../../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { paymentRequestKey } from "../../shared/store/keys.ts";
import { asListedItem, findListKey } from "../../shared/store/list-index.ts";
import { scanOrganization } from "../../shared/store/organizations/scan-organization.ts";
import {
	asRead,
	type ItemWrite,
	keyOf,
} from "../../shared/store/writes/item-write.ts";
import { writeInRounds } from "../../shared/store/writes/write-in-rounds.ts";
import { listOrganization } from "./list-organizations.ts";
import { requireOrganization } from "./require-organization.ts";

/** Records written at a time, to bound memory. */
const sliceSize = 500;

export interface ReindexSummary {
	/** Records that this run added to the index. */
	listed: number;
	/** Records that the index contained before. */
	alreadyListed: number;
	/** Open approvals that this run added to inboxes; absent for none. */
	openApprovals?: number;
}

/**
 * Adds records that were stored before the list index existed to the index (records R1), and
 * open approvals that were stored before inboxes existed to those (approvals A6). Scans the whole table.
 * Idempotent, and safe while the service runs: a record's index key is derived from its key and `createdAt`, which never
 * change.
 *
 * @throws CommandError when the organization does not exist.
 */
export async function reindex(
	table: Table,
	organizationId: string,
): Promise<ReindexSummary> {
	await requireOrganization(table, organizationId);
	const summary: ReindexSummary = { listed: 0, alreadyListed: 0 };
	const waiting = new Set<string>();
	let unlisted: Item[] = [];
	for await (const item of scanOrganization(table, organizationId)) {
		const { pk, sk } = keyOf(item);
		if (sk.startsWith("APPROVAL#")) waiting.add(pk);
		if (item.listPk !== undefined && sk !== "ORG" && !sk.startsWith("OPEN#"))
			summary.alreadyListed += 1;
		if (toEntry(organizationId, item)) unlisted.push(item);
		if (unlisted.length === sliceSize) await writeEntries();
	}
	await writeEntries();
	await listOrganization(table, organizationId);
	const openApprovals = await listWaiting(table, organizationId, waiting);
	return { ...summary, ...(openApprovals > 0 && { openApprovals }) };

	async function writeEntries() {
		await writeInRounds(table, async (round) => {
			const items =
				round === 0 ? unlisted : await batchGet(table, unlisted.map(keyOf));
			const entries = items.flatMap(
				(item) => (item && toEntry(organizationId, item)) ?? [],
			);
			return [entries.map((entry) => [entry])];
		});
		summary.listed += unlisted.length;
		unlisted = [];
	}
}

/** @param waiting Partitions of payment requests with approvals. */
async function listWaiting(
	table: Table,
	organizationId: string,
	waiting: ReadonlySet<string>,
): Promise<number> {
	const { pk: start } = paymentRequestKey(organizationId, "");
	let added = 0;
	for (const pk of waiting)
		added += await listOpenApprovals(
			table,
			organizationId,
			pk.slice(start.length),
		);
	return added;
}

/**
 * Not conditional on the version: otherwise an invoice that is being paid might never be indexed.
 *
 * @returns undefined when the index contains the record, or its kind is not listed.
 */
function toEntry(organizationId: string, item: Item): ItemWrite | undefined {
	const record = asListedItem(item);
	const listKey = findListKey(organizationId, record);
	if (!listKey || record.listPk !== undefined) return undefined;
	return {
		kind: "UPDATE",
		key: keyOf(item),
		set: { ...listKey },
		ifAsRead: asRead(item, ["listPk"]),
	};
}
