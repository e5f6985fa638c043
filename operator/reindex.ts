import {
	carryOut,
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

/** Records listed at a time: bounds memory, not the organization. */
const sliceSize = 500;

export interface ReindexSummary {
	/** Records that were given their entries now. */
	listed: number;
	/** Records that had them. */
	alreadyListed: number;
}

/**
 * Gives entries in the list index to records that were stored before there was one (records R1). Scans the whole table.
 * May run while the service does, and again after it was cut short: a record's entry follows from its key and its
 * creation, which never change, so it does not matter who writes it, or how often.
 *
 * @throws CommandError when there is no such organization.
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
		await carryOut(table, planned);
		summary.listed += planned.length;
		planned = [];
	}
}

/** undefined: the record has its entry, or is of no kind that is listed. */
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
	return statement && { upsert, statement };
}

/** The version has no part in it: a record that is paid all the time is listed nevertheless. */
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
