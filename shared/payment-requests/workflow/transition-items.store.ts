import { isDeepStrictEqual } from "node:util";
import type { Item } from "../../dynamodb/reads/batch-get.ts";
import type { Table } from "../../dynamodb/table.ts";
import type { TransactionParts } from "../../dynamodb/writes/transact.ts";
import type { StoredAdvance } from "../find-advance.store.ts";
import { toHistoryItem } from "../history/history-items.store.ts";
import { inboxChanges } from "../inbox/inbox-items.store.ts";
import {
	changedOrderIds,
	heldOrderId,
	holdPart,
	type LinkChange,
	linkPart,
	notHeldPart,
} from "../order-link/order-links.store.ts";
import {
	asAdvanceItem,
	toPaymentRequestItem,
} from "../payment-requests.store.ts";
import { toStageChanges, toStageParts } from "../stages/stage-writes.store.ts";
import type { Transition } from "./transition.ts";

/** The write of a transition. */
export interface TransitionWrite {
	organizationId: string;
	before: StoredAdvance;
	after: Transition;
	/** Unique to the write. */
	writeId: string;
	/** The orders whose links it changes, by id. */
	orders: NonNullable<LinkChange["orders"]>;
}

/**
 * The parts of a transition's transaction, each on the condition that its item is as it was read. The store can hold
 * every item: where a round begins, `isStorable` leaves room for its transitions.
 */
export function toTransitionParts(
	table: Table,
	write: TransitionWrite,
): TransactionParts {
	const { organizationId, before, after, writeId } = write;
	const { request, entries } = after;
	const stages = toStageChanges(organizationId, before, after);
	const item = toPaymentRequestItem(organizationId, request, stages.versions);
	const history = toHistoryItem(organizationId, request, entries, writeId);
	return [
		requestPart(table, before.item, item),
		{
			Put: {
				TableName: table.name,
				Item: history,
				ConditionExpression: "attribute_not_exists(pk)",
			},
		},
		...toStageParts(table, stages),
		...linkParts(table, write),
		...inboxParts(table, write),
	];
}

/** Sets the attributes that differ: other attributes, such as the list key, have other writers. */
function requestPart(
	table: Table,
	before: Item,
	after: object,
): TransactionParts[number] {
	const { pk, sk, version } = asAdvanceItem(before);
	const changes = Object.entries(changedAttributes(before, after));
	const names = changes.map(([name]) => [`#${name}`, name]);
	const values = changes.map(([name, value]) => [`:${name}`, value]);
	const assignments = changes.map(([name]) => `#${name} = :${name}`);
	return {
		Update: {
			TableName: table.name,
			Key: { pk, sk },
			UpdateExpression: `SET ${assignments.join(", ")}`,
			ConditionExpression: "#version = :before",
			// Every transition changes the version, so that the names have it.
			ExpressionAttributeNames: Object.fromEntries(names),
			ExpressionAttributeValues: {
				...Object.fromEntries(values),
				":before": version,
			},
		},
	};
}

/** The attributes that differ, without the keys, which never change. */
export const changedAttributes = (before: Item, after: object) =>
	Object.fromEntries(
		Object.entries(after).filter(
			([name, value]) =>
				!keyNames.has(name) && !isDeepStrictEqual(before[name], value),
		),
	);

const keyNames: ReadonlySet<string> = new Set(["pk", "sk", "listPk", "listSk"]);

/** The links of the orders that the request gets, loses, or holds in another state. */
function linkParts(
	table: Table,
	{ organizationId, before, after, orders }: TransitionWrite,
): TransactionParts {
	const { request } = after;
	const { updatedAt: at, updatedBy: by } = request;
	const change = { organizationId, at, by, orders };
	const isResubmitted = request.round > before.request.round;
	return changedOrderIds(before.request, request).map((id) => {
		const isKept = id === heldOrderId(request);
		if (isKept && isResubmitted) return linkPart(table, request, change);
		const advanceId = request.id;
		// An order that another advance holds is left alone.
		return orders.get(id)?.link?.advanceId === advanceId
			? holdPart(table, id, { ...change, request, isKept })
			: notHeldPart(table, id, { organizationId, advanceId });
	});
}

function inboxParts(
	{ name: TableName }: Table,
	{ organizationId, before, after }: TransitionWrite,
): TransactionParts {
	const { closed, opened } = inboxChanges(organizationId, before, after);
	return [
		...closed.map(({ pk, sk }) => ({
			Delete: { TableName, Key: { pk, sk } },
		})),
		...opened.map((Item) => ({ Put: { TableName, Item } })),
	];
}
