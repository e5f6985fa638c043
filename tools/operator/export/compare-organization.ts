import { inGroups } from "../../../shared/collections/in-groups.ts";
import { type Key, organizationKey } from "../../../shared/dynamodb/keys.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { toExactJson } from "../../../shared/json/exact-json.ts";
import { organizationKeys } from "../../../shared/organizations/organization-keys.store.ts";
import { requireOrganization } from "../organizations/require-organization.ts";
import { type ExportList, exportLists, type Place } from "./export-lists.ts";
import { exportHead } from "./export-organization.ts";

/** Each record takes a few calls of its own, such as for the pages of an invoice or the history of a payment request. */
const recordsAtOnce = 20;

/** A record of one table that another table lacks, or that differs there. */
export interface Difference {
	/** The list of the export; `org` for the organization itself. */
	list: string;
	id: string;
	difference: "MISSING" | "CHANGED";
	/** The names of the properties that differ, or of all properties of a missing record. */
	properties: string[];
	/** Payments of an invoice that the other table lacks, or that differ there, such as by not being reversed. */
	payments?: Shown[];
}

export interface Comparison {
	organizationId: string;
	/** The table that has the records which may be lost. */
	from: Table;
	/** The table that is compared with it. */
	to: Table;
	now: Date;
}

/**
 * Lists what one table has of an organization and another table, such as a restored one, lacks or has differently. Both
 * are read by keys (`exportOrganization`).
 *
 * @param onProgress Called for each list with the number of records that are compared, and that of all its records.
 * @throws CommandError When the organization does not exist in `from`.
 */
export async function* compareOrganization(
	{ organizationId, from, to, now }: Comparison,
	onProgress: (done: number, total: number) => void = () => {},
): AsyncGenerator<Difference> {
	await requireOrganization(from, organizationId);
	const find = organizationKeys(from, organizationId);
	const place = { table: from, organizationId, now };
	for (const [name, list] of Object.entries({ org: head, ...exportLists })) {
		let done = 0;
		for await (const { keys, total } of list.findKeys(place, find))
			for (const group of inGroups(keys, recordsAtOnce)) {
				const [ours, theirs] = await Promise.all(
					[from, to].map((table) => showEach(list, { ...place, table }, group)),
				);
				for (const [index, record] of (ours ?? []).entries()) {
					const found = record && compareRecord(name, record, theirs?.[index]);
					if (found) yield found;
				}
				done += group.length;
				onProgress(done, total);
			}
	}
}

const head: ExportList = {
	async *findKeys({ organizationId }) {
		yield { keys: [organizationKey(organizationId)], total: 1 };
	},
	show: async (_, items) =>
		items.map((item) => {
			const { org, ...others } = exportHead(item);
			return { ...org, ...others };
		}),
};

type Shown = Record<string, unknown>;

/** Shows one entry for each key; undefined where the table has no record. */
async function showEach(list: ExportList, place: Place, keys: readonly Key[]) {
	const items = await batchGet(place.table, keys);
	return Promise.all(items.map((item) => item && showOne(list, place, item)));
}

async function showOne(
	list: ExportList,
	place: Place,
	item: Item,
): Promise<Shown | undefined> {
	// Unchecked cast: records have properties by name.
	for await (const record of await list.show(place, [item]))
		return record as Shown;
	return undefined;
}

function compareRecord(
	list: string,
	ours: Shown,
	theirs: Shown | undefined,
): Difference | undefined {
	const properties = Object.keys({ ...ours, ...theirs }).filter(
		(name) => !theirs || textOf(ours[name]) !== textOf(theirs[name]),
	);
	if (properties.length === 0) return undefined;
	const payments = lostPayments(ours, theirs);
	return {
		list,
		id: nameOf(ours),
		difference: theirs ? "CHANGED" : "MISSING",
		properties,
		...(payments.length > 0 && { payments }),
	};
}

const textOf = (value: unknown) => toExactJson(value ?? null);

/** The name of a record. SKUs are named by their codes, or else by their names. */
const nameOf = ({
	slug,
	id,
	runId,
	bulkActionSlug,
	itemCode,
	name,
}: Shown): string =>
	String(slug ?? id ?? runId ?? bulkActionSlug ?? itemCode ?? name);

function lostPayments(ours: Shown, theirs: Shown | undefined): Shown[] {
	const kept = new Set(paymentsOf(theirs).map(textOf));
	return paymentsOf(ours).filter((payment) => !kept.has(textOf(payment)));
}

/** Unchecked cast: only invoices have payments, which are records. */
const paymentsOf = (record: Shown | undefined) =>
	(record?.payments ?? []) as Shown[];
