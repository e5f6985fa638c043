import { itemBytes } from "../dynamodb/item-size.ts";
import {
	batchEntryPrefix,
	batchKey,
	organizationPartition,
} from "../dynamodb/keys.ts";
import type { Table } from "../dynamodb/table.ts";
import { keyOf } from "../dynamodb/writes/item-write.ts";
import { keyList } from "../lists/key-list.store.ts";
import { queryKeys } from "../lists/query-keys.store.ts";
import type { RecordList } from "../lists/record-list.store.ts";
import { toBatchId } from "./batch-list.store.ts";
import { toBatch } from "./batches.store.ts";
import { isVisible, toBatchSummary } from "./payment-batch.ts";

/** R8: the organization's batches, newest first, without aborted and expired ones. */
export const batchRecordList = (
	table: Table,
	organizationId: string,
	now: Date,
): RecordList =>
	keyList(table, {
		isPosition: (text) => /^[0-9T:.-]{23}Z#[0-9A-Z]{26}$/.test(text),
		readKeys: (after, count) =>
			readEntries(table, organizationId, { after, count }),
		show(item) {
			const batch = toBatch(item);
			return {
				record: isVisible(batch, now) ? toBatchSummary(batch) : undefined,
				bytes: itemBytes(item),
			};
		},
	});

const readEntries = (
	table: Table,
	organizationId: string,
	{ after, count }: { after: string | null; count: number },
) =>
	queryKeys(table, {
		KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
		ExpressionAttributeValues: {
			":pk": organizationPartition(organizationId),
			":prefix": batchEntryPrefix,
		},
		...(after !== null && {
			ExclusiveStartKey: {
				pk: organizationPartition(organizationId),
				sk: `${batchEntryPrefix}${after}`,
			},
		}),
		ConsistentRead: true,
		count,
		toListed(entry) {
			const { sk } = keyOf(entry);
			const position = sk.slice(batchEntryPrefix.length);
			return { position, key: batchKey(toBatchId(entry)) };
		},
	});
