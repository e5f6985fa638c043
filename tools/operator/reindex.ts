import { listOpenApprovals } from "../../shared/approvals/inbox/list-open-approvals.store.ts";
import { batchGet, type Item } from "../../shared/dynamodb/batch-get.ts";
import { paymentRequestKey } from "../../shared/dynamodb/keys.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import {
	asRead,
	type ItemWrite,
	keyOf,
} from "../../shared/dynamodb/writes/item-write.ts";
import { writeInRounds } from "../../shared/dynamodb/writes/write-in-rounds.ts";
import {
	asListedItem,
	findListKey,
	listKinds,
	listVersion,
} from "../../shared/lists/list-index.store.ts";
import { organizationKeys } from "../../shared/organizations/organization-keys.store.ts";
import { isFullyListed } from "../../shared/organizations/organizations.store.ts";
import { scanOrganization } from "../../shared/organizations/scan-organization.store.ts";
import { listOrganization } from "./list-organizations.ts";
import { requireOrganizationItem } from "./require-organization.ts";

/** Records written at a time, to bound memory. */
const sliceSize = 500;
/** A terminal is written to once for so many. */
const itemsPerProgress = 100;

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
 * open approvals that were stored before inboxes existed to those (approvals A6). Scans the whole table once: afterwards,
 * and of an organization whose first import was by this version, it reads the organization's own records only.
 * Idempotent, and safe while the service runs: a record's index key is derived from its key and `createdAt`, which never
 * change.
 *
 * @param onProgress Called with the items that are scanned, of Infinity until all are; then with the payment requests whose
 * approvals are checked, and all of them.
 * @throws CommandError when the organization does not exist.
 */
export async function reindex(
	table: Table,
	organizationId: string,
	onProgress: (done: number, total: number) => void = () => {},
): Promise<ReindexSummary> {
	const item = await requireOrganizationItem(table, organizationId);
	const summary: ReindexSummary = { listed: 0, alreadyListed: 0 };
	let unlisted: Item[] = [];
	let waiting: ReadonlySet<string>;
	if (isFullyListed(item)) waiting = await countListed(item);
	else waiting = await listUnlisted();
	const openApprovals = await listWaiting(table, {
		organizationId,
		waiting,
		onProgress,
	});
	return { ...summary, ...(openApprovals > 0 && { openApprovals }) };

	async function countListed(organization: Item) {
		const find = organizationKeys(table, organizationId, organization);
		for (const kind of listKinds)
			summary.alreadyListed += (await find(kind)).length;
		const requests = await find("PAYMENT_REQUEST");
		return new Set(requests.map(({ pk }) => pk));
	}

	/** Returns the partitions of payment requests with approvals. */
	async function listUnlisted() {
		const found = new Set<string>();
		let scanned = 0;
		for await (const item of scanOrganization(table, organizationId)) {
			scanned += 1;
			if (scanned % itemsPerProgress === 0) onProgress(scanned, Infinity);
			const { pk, sk } = keyOf(item);
			if (sk.startsWith("APPROVAL#")) found.add(pk);
			if (item.listPk !== undefined && sk !== "ORG" && !sk.startsWith("OPEN#"))
				summary.alreadyListed += 1;
			if (toEntry(organizationId, item)) unlisted.push(item);
			if (unlisted.length === sliceSize) await writeEntries();
		}
		await writeEntries();
		onProgress(scanned, scanned);
		await listOrganization(table, organizationId, { listVersion });
		return found;
	}

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

async function listWaiting(
	table: Table,
	{
		organizationId,
		waiting,
		onProgress,
	}: {
		organizationId: string;
		/** Partitions of payment requests. */
		waiting: ReadonlySet<string>;
		onProgress: (done: number, total: number) => void;
	},
): Promise<number> {
	const { pk: start } = paymentRequestKey(organizationId, "");
	let added = 0;
	let done = 0;
	for (const pk of waiting) {
		const id = pk.slice(start.length);
		added += await listOpenApprovals(table, organizationId, id);
		done += 1;
		onProgress(done, waiting.size);
	}
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
