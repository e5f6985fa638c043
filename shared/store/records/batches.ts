import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import {
	isVisible,
	toBatchSummary,
} from "../../domain/batches/payment-batch.ts";
import { toBatchId } from "../batches/batch-list.ts";
import { toBatch } from "../batches/batches.ts";
import type { Item } from "../dynamodb/batch-get.ts";
import { itemBytes } from "../dynamodb/item-size.ts";
import type { Table } from "../dynamodb/table.ts";
import {
	batchEntryKey,
	batchEntryPrefix,
	batchKey,
	organizationPartition,
} from "../keys.ts";
import { keyList } from "../lists/key-list.ts";
import type { RecordList } from "../lists/record-list.ts";

/** Records R8: the organization's batches, newest first, without aborted and expired ones. */
export const batchRecordList = (
	table: Table,
	organizationId: string,
	now: Date,
): RecordList =>
	keyList(table, {
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

/** Reads one more entry than requested, to tell whether there are more. A page of a query may end before that. */
async function readEntries(
	table: Table,
	organizationId: string,
	{ after, count }: { after: string | null; count: number },
) {
	const { Items = [], LastEvaluatedKey } = await table.documents.send(
		new QueryCommand({
			TableName: table.name,
			KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
			ExpressionAttributeValues: {
				":pk": organizationPartition(organizationId),
				":prefix": batchEntryPrefix,
			},
			...(after !== null && {
				ExclusiveStartKey: batchEntryKey({
					organizationId,
					bulkActionSlug: after,
				}),
			}),
			ScanIndexForward: false,
			ConsistentRead: true,
			Limit: count + 1,
		}),
	);
	const toListed = (entry: Item) => {
		const id = toBatchId(entry);
		return { position: id.bulkActionSlug, key: batchKey(id) };
	};
	return {
		keys: Items.slice(0, count).map(toListed),
		isEnd: Items.length <= count && LastEvaluatedKey === undefined,
	};
}
