import { itemBytes } from "../../dynamodb/item-size.ts";
import { tagKey } from "../../dynamodb/keys.ts";
import { findRecord } from "../../dynamodb/reads/find-record.ts";
import { queryAll } from "../../dynamodb/reads/query.ts";
import type { Table } from "../../dynamodb/table.ts";
import { keyList } from "../../lists/key-list.store.ts";
import { listIndexName, listPartition } from "../../lists/list-index.store.ts";
import type { RecordList } from "../../lists/record-list.store.ts";
import { toListedTag, toTagRecord } from "../organization.record.ts";
import { toTagConfiguration } from "./tags.store.ts";

/**
 * Records R7: the organization's tags, ordered by the UTF-8 bytes of their slugs. Reads all keys, because no index has
 * this order.
 */
export const tagList = (table: Table, organizationId: string): RecordList =>
	keyList(table, {
		// It is only compared with the slugs.
		isPosition: () => true,
		async readKeys(after, count) {
			const slugs = await readSlugs(table, organizationId);
			const open = slugs.filter(
				(slug) => after === null || compareBytes(slug, after) > 0,
			);
			const keys = open.slice(0, count).map((slug) => ({
				position: slug,
				key: tagKey(organizationId, slug),
			}));
			return { keys, isEnd: open.length <= count };
		},
		show: (item) => ({
			record: toListedTag(toTagConfiguration(item)),
			bytes: itemBytes(item),
		}),
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

/** The slugs in order, from the ends of the keys: the index projects keys only. */
async function readSlugs(
	table: Table,
	organizationId: string,
): Promise<string[]> {
	const { pk: prefix } = tagKey(organizationId, "");
	const items = await queryAll(table, {
		IndexName: listIndexName,
		KeyConditionExpression: "listPk = :list",
		ExpressionAttributeValues: {
			":list": listPartition(organizationId, "TAG"),
		},
	});
	const slugs = items.map(({ pk }) => `${pk}`.slice(prefix.length));
	return slugs.sort(compareBytes);
}

const compareBytes = (one: string, other: string) =>
	Buffer.compare(Buffer.from(one), Buffer.from(other));
