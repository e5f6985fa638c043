import { inGroups } from "../../../shared/collections/in-groups.ts";
import {
	batchGet,
	type Item,
} from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import {
	type FindKeys,
	organizationKeys,
} from "../../../shared/organizations/organization-keys.store.ts";
import {
	toOrganization,
	toSuspendedAt,
} from "../../../shared/organizations/organizations.store.ts";
import { requireOrganizationItem } from "../organizations/require-organization.ts";
import { type ExportList, exportLists, type Place } from "./export-lists.ts";

/** How many records are read at a time, by one call, which bounds the memory. */
const recordsPerRead = 100;

/**
 * An organization in the shape of contract 4. Decimals are `Decimal`; `toExactJson` serializes them. Lists are read
 * when they are iterated.
 */
export type OrganizationExport = Record<string, object | AsyncIterable<object>>;

/**
 * Exports an organization with all its records. Lists are sorted by id or slug, batches and audit records newest first.
 * It reads by keys and the list index (`organizationKeys`), and holds in memory 100 records, the archived payments of one
 * invoice, and some of the keys of one list (`keysInOrder`).
 *
 * @param onProgress Called for each list with the number of records that are read, and that of all its records.
 * @throws CommandError when the organization does not exist.
 */
export async function exportOrganization(
	table: Table,
	{ organizationId, now }: Omit<Place, "table">,
	onProgress: (done: number, total: number) => void = () => {},
): Promise<OrganizationExport> {
	const item = await requireOrganizationItem(table, organizationId);
	const find = organizationKeys(table, organizationId);
	const place = { table, organizationId, now };
	async function* records(list: ExportList) {
		for await (const items of itemGroups(list, place, { find, onProgress }))
			yield* await list.show(place, items);
	}
	const { org, entities, ...policies } = exportHead(item);
	const { paymentRequests, paymentRuns, batches, audit, ...lists } =
		exportLists;
	const others = Object.entries(lists).map(([name, list]) => [
		name,
		records(list),
	]);
	return {
		org,
		entities,
		...Object.fromEntries(others),
		...policies,
		paymentRequests: records(paymentRequests),
		paymentRuns: records(paymentRuns),
		batches: records(batches),
		audit: records(audit),
	};
}

/** The items of a list, in groups of one call. */
export async function* itemGroups(
	{ findKeys }: ExportList,
	place: Place,
	{
		find = organizationKeys(place.table, place.organizationId),
		onProgress,
	}: { find?: FindKeys; onProgress: (done: number, total: number) => void },
): AsyncGenerator<Item[]> {
	let done = 0;
	for await (const { keys, total } of findKeys(place, find))
		for (const group of inGroups(keys, recordsPerRead)) {
			const items = await batchGet(place.table, group);
			yield items.filter((one) => one !== undefined);
			done += group.length;
			onProgress(done, total);
		}
}

/** The part of the export that comes from the organization's own item. */
export function exportHead(item: Item) {
	const { entities, submissionPolicies, approvalPolicies, ...organization } =
		toOrganization(item);
	const { procurementPolicy, secondPersonFrom, ...org } = organization;
	const suspendedAt = toSuspendedAt(item);
	return {
		org: {
			...org,
			...(secondPersonFrom !== null && { secondPersonFrom }),
			...(suspendedAt !== null && { suspendedAt }),
		},
		entities: entities.map(({ gstin, ...entity }) => ({
			...entity,
			...(gstin !== null && { gstin }),
		})),
		submissionPolicies,
		approvalPolicies,
		procurementPolicy,
	};
}
