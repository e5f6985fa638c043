import {
	executeWrites,
	type PlannedWrite,
	type Upsert,
} from "../organization-files/import/upsert.ts";
import type { WriteStatement } from "../shared/store/dynamodb/batch-execute.ts";
import type { Item } from "../shared/store/dynamodb/batch-get.ts";
import type { Table } from "../shared/store/dynamodb/table.ts";
import type { Key } from "../shared/store/keys.ts";
import {
	asListedItem,
	findListKey,
	type ListKey,
} from "../shared/store/list-index.ts";
import { scanOrganization } from "../shared/store/organizations/scan-organization.ts";
import { requireOrganization } from "./require-organization.ts";

/** Records written at a time, to bound memory. */
const sliceSize = 500;

export interface ReindexSummary {
	/** Records that this run added to the index. */
	listed: number;
	/** Records that the index contained before. */
	alreadyListed: number;
}

/**
 * Adds records that were stored before the list index existed to the index (records R1). Scans the whole table.
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
	const summary = { listed: 0, alreadyListed: 0 };
	let planned: PlannedWrite<Upsert>[] = [];
	for await (const item of scanOrganization(table, organizationId)) {
		if (item.listPk !== undefined) summary.alreadyListed += 1;
		const write = planEntry(table, organizationId, item);
		if (write) planned.push(write);
		if (planned.length === sliceSize) await writePlanned();
	}
	await writePlanned();
	return summary;

	async function writePlanned() {
		await executeWrites(table, planned);
		summary.listed += planned.length;
		planned = [];
	}
}

/** undefined: the index contains the record, or its kind is not listed. */
function planEntry(
	table: Table,
	organizationId: string,
	item: Item,
): PlannedWrite<Upsert> | undefined {
	const record = asListedItem(item);
	const listKey = findListKey(organizationId, record);
	if (!listKey) return undefined;
	const { pk, sk } = record;
	const upsert: Upsert = {
		key: { pk, sk },
		toStatement: (existing) =>
			existing && existing.listPk === undefined
				? entryStatement(table, { pk, sk }, listKey)
				: undefined,
	};
	const statement = upsert.toStatement(item);
	return statement && { upsert, statement, existing: item };
}

/** Not conditional on the version: otherwise an invoice that is being paid might never be indexed. */
function entryStatement(
	table: Table,
	{ pk, sk }: Key,
	{ listPk, listSk }: ListKey,
): WriteStatement {
	const isUnlisted = '"listPk" IS MISSING';
	return {
		Statement: `UPDATE "${table.name}" SET "listPk" = ?, "listSk" = ? WHERE pk = ? AND sk = ? AND ${isUnlisted}`,
		Parameters: [listPk, listSk, pk, sk],
	};
}
