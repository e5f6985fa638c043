import {
	findAdvance,
	type StoredAdvance,
} from "../../advances/find-advance.store.ts";
import { isAtVersion } from "../../advances/version-condition.store.ts";
import { batchGet } from "../../dynamodb/batch-get.ts";
import type { Table } from "../../dynamodb/table.ts";
import { transact } from "../../dynamodb/transact.ts";
import { inGroups } from "../../timing/in-groups.ts";
import { type InboxItem, toInboxItems } from "./inbox-items.store.ts";

/** A transaction takes 100 items. */
const entriesAtOnce = 90;
const roundsMax = 6;

/**
 * Adds the open approvals of a payment request to the inboxes that lack them: those of a request that was stored before
 * there were inboxes. On the condition that the request has not changed: an approval that is decided at the same time is
 * not listed again.
 *
 * @returns How many it added.
 */
export async function listOpenApprovals(
	table: Table,
	organizationId: string,
	paymentRequestId: string,
): Promise<number> {
	let added = 0;
	for (let round = 0; round < roundsMax; round++) {
		const found = await findAdvance(table, organizationId, paymentRequestId);
		if (!found || "imported" in found) return added;
		const missing = await findMissing(table, organizationId, found);
		const [some] = inGroups(missing, entriesAtOnce);
		if (!some) return added;
		if ((await transact(table, toParts(table, found, some))) === null) {
			added += some.length;
			round = 0;
		}
	}
	throw new Error("The payment request changed too often to be listed");
}

async function findMissing(
	table: Table,
	organizationId: string,
	{ request, stages }: StoredAdvance,
): Promise<InboxItem[]> {
	const wanted = toInboxItems(organizationId, request.id, stages);
	const items = await batchGet(table, wanted, []);
	return wanted.filter((_, index) => items[index] === undefined);
}

function toParts(
	{ name: TableName }: Table,
	{ item, request }: StoredAdvance,
	entries: readonly InboxItem[],
) {
	const version = isAtVersion(item.version);
	return [
		{
			ConditionCheck: {
				TableName,
				Key: { pk: item.pk, sk: item.sk },
				ConditionExpression: `#state = :state AND ${version.condition}`,
				ExpressionAttributeNames: { "#state": "state", ...version.names },
				ExpressionAttributeValues: {
					":state": request.state,
					...version.values,
				},
			},
		},
		...entries.map((Item) => ({ Put: { TableName, Item } })),
	];
}
