import { paymentRequestKey } from "../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import {
	asRead,
	type ItemWrite,
	keyOf,
} from "../../../shared/dynamodb/writes/item-write.ts";
import { writeInRounds } from "../../../shared/dynamodb/writes/write-in-rounds.ts";
import {
	asListedItem,
	findListKey,
	listKinds,
	listVersion,
} from "../../../shared/lists/list-index.store.ts";
import { organizationKeys } from "../../../shared/organizations/organization-keys.store.ts";
import { isFullyListed } from "../../../shared/organizations/organizations.store.ts";
import { scanOrganization } from "../../../shared/organizations/scan-organization.store.ts";
import { listOpenApprovals } from "../../../shared/payment-requests/inbox/list-open-approvals.store.ts";
import { indexOrganization } from "./list-organizations.ts";
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
 * Adds records that were stored before the list index existed to the index (records R1), and open approvals that were
 * stored before inboxes existed to the inboxes (approvals A6). The first run scans the whole table. Later runs, and
 * those for an organization whose first import was by this version, read the organization's own records only.
 * Idempotent, and safe while the service runs: a record's index key is derived from its key and `createdAt`, which
 * never change.
 *
 * @param onProgress During a scan, `done` is the number of items scanned, and `total` is `Infinity` until the scan
 *   ends. Without a scan, both count payment requests: those whose approvals were checked, and all.
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
	let openApprovals = 0;
	if (isFullyListed(item)) await listWaiting(item);
	else await listUnlisted();
	return { ...summary, ...(openApprovals > 0 && { openApprovals }) };

	async function listWaiting(organization: Item) {
		const find = organizationKeys(table, organizationId, organization);
		let requests = 0;
		for (const kind of listKinds)
			for await (const keys of find(kind)) {
				summary.alreadyListed += keys.length;
				if (kind === "PAYMENT_REQUEST") requests += keys.length;
			}
		let done = 0;
		for await (const keys of find("PAYMENT_REQUEST"))
			for (const { pk } of keys) {
				await listApprovalsOf(pk);
				done += 1;
				onProgress(done, Math.max(done, requests));
			}
	}

	async function listUnlisted() {
		let scanned = 0;
		let previous = "";
		for await (const item of scanOrganization(table, organizationId)) {
			scanned += 1;
			if (scanned % itemsPerProgress === 0) onProgress(scanned, Infinity);
			const { pk, sk } = keyOf(item);
			// The approvals of a request follow each other in a scan.
			if (sk.startsWith("APPROVAL#") && pk !== previous)
				await listApprovalsOf(pk);
			previous = pk;
			if (item.listPk !== undefined && sk !== "ORG" && !sk.startsWith("OPEN#"))
				summary.alreadyListed += 1;
			if (toEntry(organizationId, item)) unlisted.push(item);
			if (unlisted.length === sliceSize) await writeEntries();
		}
		await writeEntries();
		onProgress(scanned, scanned);
		await indexOrganization(table, organizationId, { listVersion });
	}

	/** @param pk The partition of a payment request. */
	async function listApprovalsOf(pk: string) {
		const { pk: start } = paymentRequestKey(organizationId, "");
		const id = pk.slice(start.length);
		openApprovals += await listOpenApprovals(table, organizationId, id);
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
