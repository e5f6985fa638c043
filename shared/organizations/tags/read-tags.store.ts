import { tagKey } from "../../dynamodb/keys.ts";
import { findRecord } from "../../dynamodb/reads/find-record.ts";
import type { Table } from "../../dynamodb/table.ts";
import { idList } from "../../lists/id-list.store.ts";
import { toListedTag, toTagRecord } from "../organization.record.ts";
import { toTagConfiguration } from "./tags.store.ts";

/** R7: the organization's tags, ordered by their slugs. */
export const tagList = (table: Table, organizationId: string) =>
	idList(table, {
		organizationId,
		kind: "TAG",
		toKey: tagKey,
		toRecord: (item) => toListedTag(toTagConfiguration(item)),
	});

export async function findTag(
	table: Table,
	organizationId: string,
	ids: readonly string[],
) {
	const item = await findRecord(table, ids, (slug) =>
		tagKey(organizationId, slug),
	);
	return item && { record: toTagRecord(toTagConfiguration(item)) };
}
