import {
	organizationKey,
	organizationPartition,
	userKey,
} from "../dynamodb/keys.ts";
import { batchGet } from "../dynamodb/reads/batch-get.ts";
import { queryPartition } from "../dynamodb/reads/query.ts";
import type { Table } from "../dynamodb/table.ts";
import { idList } from "../lists/id-list.store.ts";
import { numberedList } from "../lists/numbered-list.store.ts";
import type { RecordList } from "../lists/record-list.store.ts";
import {
	toEntityRecord,
	toOrganizationRecord,
	toTaxRecord,
	toUserRecord,
} from "./organization.record.ts";
import { toOrganization, toUser } from "./organizations.store.ts";
import { toTax } from "./taxes/taxes.store.ts";

/** R7: the organization as stored now, not as cached with the caller. */
export async function findOrganization(table: Table, organizationId: string) {
	const organization = await read(table, organizationId);
	return organization && { record: toOrganizationRecord(organization) };
}

/** R7: the organization's entities. Their order never changes; new ones come last. */
export async function entityList(
	table: Table,
	organizationId: string,
): Promise<RecordList> {
	const organization = await read(table, organizationId);
	const entities = organization?.entities ?? [];
	return numberedList(
		entities.map((entity, number) => ({
			number,
			record: toEntityRecord(entity),
		})),
	);
}

/** R7: the organization's taxes of a kind, ordered by id. */
export async function taxList(
	table: Table,
	organizationId: string,
	kind: "GST" | "TDS",
): Promise<RecordList> {
	const pk = organizationPartition(organizationId);
	const items = await queryPartition(table, { pk, prefix: `${kind}#` });
	const taxes = items.map(toTax).sort((one, other) => one.id - other.id);
	return numberedList(
		taxes.map((tax) => ({ number: tax.id, record: toTaxRecord(tax) })),
	);
}

/** R10: the organization's users, ordered by their ids. */
export const userList = (table: Table, organizationId: string): RecordList =>
	idList(table, {
		organizationId,
		kind: "USER",
		toKey: userKey,
		toRecord: (item) => toUserRecord(toUser(item)),
	});

async function read(table: Table, organizationId: string) {
	const [item] = await batchGet(table, [organizationKey(organizationId)]);
	return item && toOrganization(item);
}
