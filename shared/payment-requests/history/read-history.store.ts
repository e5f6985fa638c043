import { itemBytes } from "../../dynamodb/item-size.ts";
import { historyKey, paymentRequestKey } from "../../dynamodb/keys.ts";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import { findRecord } from "../../dynamodb/reads/find-record.ts";
import { queryPage } from "../../dynamodb/reads/query.ts";
import type { Table } from "../../dynamodb/table.ts";
import type { ListEntry, RecordList } from "../../lists/record-list.store.ts";
import { toHistoryRecord } from "../payment-request.record.ts";
import { asAdvanceItem } from "../payment-requests.store.ts";
import {
	type IdentifiedEntry,
	toCreationEntries,
	toHistoryEntries,
} from "./history-items.store.ts";

/** The version of a request that its creation makes. */
const firstVersion = 1;

/**
 * A6: the history of a payment request, newest first. A position is the key of a write and the place of the
 * entry in it.
 *
 * @returns undefined when there is no such request.
 */
export async function paymentRequestHistory(
	table: Table,
	organizationId: string,
	paymentRequestId: string,
): Promise<RecordList | undefined> {
	const request = await findRecord(table, [paymentRequestId], (id) =>
		paymentRequestKey(organizationId, id),
	);
	if (!request) return undefined;
	return historyOf(table, organizationId, request);
}

/** The history of a payment request that was read. */
export function historyOf(
	table: Table,
	organizationId: string,
	request: Item,
): RecordList {
	const created = toCreationEntries(request);
	const { id } = asAdvanceItem(request);
	const first = historyKey(organizationId, id, firstVersion);
	return {
		isFiltered: false,
		isPosition: (text) => /^HISTORY#\d{10}#\d$/.test(text),
		async read(after, count) {
			const end = after ?? "HISTORY#~";
			const { Items = [], LastEvaluatedKey } = await queryPage(table, {
				KeyConditionExpression: "pk = :pk AND sk <= :sk",
				ExpressionAttributeValues: { ":pk": first.pk, ":sk": end },
				ScanIndexForward: false,
				ConsistentRead: true,
				// The first item is not counted: its entries may be listed already.
				Limit: count + 1,
			});
			const entries = [
				...Items.flatMap((item) =>
					toListEntries(`${item.sk}`, toHistoryEntries(item), itemBytes(item)),
				),
				...(LastEvaluatedKey ? [] : toListEntries(first.sk, created, 0)),
			].filter(({ position }) => position < end);
			return {
				entries: entries.slice(0, count),
				isEnd: !LastEvaluatedKey && entries.length <= count,
			};
		},
	};
}

/** The position before which a list has no entry of a later version than this. */
export const positionAfter = (version: number): string =>
	`${historyKey("", "", version + 1).sk}#0`;

/** One write's entries are listed with the consequence before its cause. */
const toListEntries = (
	sk: string,
	entries: readonly IdentifiedEntry[],
	bytes: number,
): ListEntry[] =>
	entries
		.map((entry, index) => ({
			position: `${sk}#${index}`,
			record: toHistoryRecord(entry),
			bytes,
		}))
		.toReversed();
