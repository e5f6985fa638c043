import { inGroups } from "../../collections/in-groups.ts";
import { batchGet } from "../../dynamodb/reads/batch-get.ts";
import type { Table } from "../../dynamodb/table.ts";
import {
	type TransactionParts,
	transact,
} from "../../dynamodb/writes/transact.ts";
import { findAdvance, type StoredAdvance } from "../find-advance.store.ts";
import { asAdvanceItem } from "../payment-requests.store.ts";
import { findStage } from "../stages/find-stage.store.ts";
import { versionCondition } from "../version-condition.store.ts";
import { leftInboxKeys, toInboxItems } from "./inbox-items.store.ts";

/** A transaction takes 100 items. */
const entriesAtOnce = 90;
const roundsMax = 6;

/**
 * Adds the open approvals of a payment request to the inboxes that lack them: those of a request that was stored before
 * there were inboxes. Deletes the entries that its transitions have left. On the condition that the request has not
 * changed: an approval that is decided at the same time is not listed again.
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
		const changes = await findChanges(table, organizationId, found);
		const [some] = inGroups(changes, entriesAtOnce);
		if (!some) return added;
		const parts = [unchangedPart(table, found), ...some];
		if ((await transact(table, parts)) === null) {
			added += some.filter(({ Put }) => Put).length;
			round = 0;
		}
	}
	throw new Error("The payment request changed too often to be listed");
}

/** The entries to add, and to delete. */
async function findChanges(
	table: Table,
	organizationId: string,
	{ item, request, stages }: StoredAdvance,
): Promise<TransactionParts> {
	const { name: TableName } = table;
	const wanted = toInboxItems(organizationId, request.id, stages);
	const isOld = asAdvanceItem(item).initialState === undefined;
	const first =
		isOld && request.round > 1
			? await findStage(table, organizationId, request.id, firstStage)
			: undefined;
	const all = first ? [first, ...stages] : stages;
	const left = leftInboxKeys(organizationId, request, all);
	const items = await batchGet(table, [...wanted, ...left], []);
	return [
		...wanted
			.filter((_, index) => items[index] === undefined)
			.map((Item) => ({ Put: { TableName, Item } })),
		...left
			.filter((_, index) => items[wanted.length + index] !== undefined)
			.map((Key) => ({ Delete: { TableName, Key } })),
	];
}

/** The only one of a request that an earlier version stored. */
const firstStage = { round: 1, stage: 0 };

function unchangedPart(
	{ name: TableName }: Table,
	{ item, request }: StoredAdvance,
): TransactionParts[number] {
	const version = versionCondition(item.version);
	return {
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
	};
}
