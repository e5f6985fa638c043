import { isDeepStrictEqual } from "node:util";
import { paymentRunKey } from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import { type Table, withExtendedRetryTime } from "../dynamodb/table.ts";
import {
	type ConflictingItems,
	type TransactionParts,
	transact,
} from "../dynamodb/writes/transact.ts";
import { countSettled } from "../logging/activity.ts";
import type { PaymentRun } from "./payment-run.ts";
import { toRun, toTtl } from "./payment-runs.store.ts";

export type RunChangeOutcome =
	/** The change took effect: by this call, or by an earlier attempt of it whose response was lost. */
	| { kind: "CHANGED" }
	/** Another request came first; undefined when the run is gone. */
	| { kind: "NO_DRAFT"; run: PaymentRun | undefined }
	/** The condition of another part does not hold. Nothing has changed. */
	| { kind: "REFUSED"; others: ConflictingItems };

/**
 * Releases or discards a draft in one transaction. The state of the run alone decides between several changes at the
 * same time: each wants a draft. So a repeated call is safe.
 *
 * @param changed The run after the change.
 * @param others Further parts of the transaction.
 * @throws When nothing was changed, or the outcome is unknown. Then a repetition of the request shows it.
 */
export async function changeRun(
	table: Table,
	changed: PaymentRun,
	others: TransactionParts,
): Promise<RunChangeOutcome> {
	const parts = [toChange(table, changed), ...others];
	try {
		const conflictingItems = await transact(table, parts);
		if (!conflictingItems) return { kind: "CHANGED" };
		const [run, ...conflicts] = conflictingItems;
		if (!run) return { kind: "REFUSED", others: conflicts };
		return toOutcome(changed, run);
	} catch (error) {
		const { organizationId, runId } = changed;
		const key = paymentRunKey(organizationId, runId);
		const [run] = await batchGet(withExtendedRetryTime(table), [key]);
		// A draft may still be changed by the write.
		if (run && toRun(run).state === "DRAFT") throw error;
		countSettled(1);
		return toOutcome(changed, run ?? {});
	}
}

/** @param item The run, which is no draft; `{}` when it is gone. */
function toOutcome(changed: PaymentRun, item: Item): RunChangeOutcome {
	const run = "state" in item ? toRun(item) : undefined;
	const isOwn =
		isDeepStrictEqual(run?.release, changed.release) &&
		isDeepStrictEqual(run?.discard, changed.discard);
	return isOwn ? { kind: "CHANGED" } : { kind: "NO_DRAFT", run };
}

const toChange = (
	table: Table,
	changed: PaymentRun,
): TransactionParts[number] => {
	const { organizationId, runId, state, release, discard, version } = changed;
	return {
		Update: {
			TableName: table.name,
			Key: paymentRunKey(organizationId, runId),
			UpdateExpression:
				"SET #state = :state, #change = :change, version = :version, expiresAt = :expiresAt",
			ConditionExpression: "#state = :draft",
			ExpressionAttributeNames: {
				"#state": "state",
				"#change": release ? "release" : "discard",
			},
			ExpressionAttributeValues: {
				":draft": "DRAFT",
				":state": state,
				":change": release ?? discard,
				":version": version,
				":expiresAt": toTtl(changed),
			},
			ReturnValuesOnConditionCheckFailure: "ALL_OLD",
		},
	};
};
