import { type Key, runContentKey } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import { getItem } from "../dynamodb/reads/get-item.ts";
import type { Table } from "../dynamodb/table.ts";
import type { TransactionParts } from "../dynamodb/writes/transact.ts";
import { type PaymentRun, toExpiry } from "./payment-run.ts";
import { toTtl } from "./payment-runs.store.ts";

/**
 * The hold of a run on its content (runs P2, "The same list twice"). It exists exactly while the run is a draft or
 * released: it is written in the transactions that create and release the run, and deleted in the one that discards it.
 */
interface RunContentItem extends Key {
	runId: string;
	/** RFC 3339. The run expires at this instant; the store's TTL may be days late. */
	heldUntil: string;
	/** Epoch seconds, for the store's TTL. */
	expiresAt: number;
}

/** Whose content it is. */
export type RunContent = Pick<PaymentRun, "organizationId" | "contentDigest">;

/** The run that holds a content now; undefined when there is none. */
export async function findHoldingRun(
	table: Table,
	{ organizationId, contentDigest }: RunContent,
	now: Date,
): Promise<string | undefined> {
	const item = await getItem(
		table,
		runContentKey(organizationId, contentDigest),
	);
	if (!item) return undefined;
	const { runId, heldUntil } = asContentItem(item);
	return now.getTime() < Date.parse(heldUntil) ? runId : undefined;
}

/** The run in a conflicting item of `toNewHold`. */
export const toHoldingRun = (item: Item): string => asContentItem(item).runId;

/** Unchecked cast: items under a run content's key have this shape. */
const asContentItem = (item: Item) => item as RunContentItem & Item;

/** The part of a transaction in which a new run takes its content, unless another run holds it. */
export const toNewHold = (
	table: Table,
	run: PaymentRun,
): TransactionParts[number] => {
	const isFree = "attribute_not_exists(pk)";
	// Instants of the same form are in the order of time.
	const isExpired = "heldUntil <= :createdAt";
	return {
		Put: {
			TableName: table.name,
			Item: toContentItem(run),
			ConditionExpression: `${isFree} OR ${isExpired}`,
			ExpressionAttributeValues: { ":createdAt": run.createdAt },
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		},
	};
};

/** The part of a transaction in which a released run holds its content for longer. */
export const toLongerHold = (
	table: Table,
	released: PaymentRun,
): TransactionParts[number] => ({
	Put: {
		TableName: table.name,
		Item: toContentItem(released),
		...isOwnHold(released),
	},
});

/** The part of a transaction in which a discarded run gives its content up. */
export const toFreedHold = (
	table: Table,
	run: PaymentRun,
): TransactionParts[number] => ({
	Delete: {
		TableName: table.name,
		Key: runContentKey(run.organizationId, run.contentDigest),
		...isOwnHold(run),
	},
});

/** Another run has the hold if this one expires while it is changed. */
const isOwnHold = ({ runId }: PaymentRun) => ({
	ConditionExpression: "attribute_not_exists(pk) OR runId = :runId",
	ExpressionAttributeValues: { ":runId": runId },
});

const toContentItem = (run: PaymentRun): RunContentItem => ({
	...runContentKey(run.organizationId, run.contentDigest),
	runId: run.runId,
	heldUntil: toExpiry(run),
	expiresAt: toTtl(run),
});
