import { stageHoldKey } from "../../../shared/dynamodb/keys.ts";
import { getItem } from "../../../shared/dynamodb/reads/get-item.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { upsertItem } from "../../../shared/dynamodb/writes/upsert-item.ts";
import { writeItem } from "../../../shared/dynamodb/writes/write-in-rounds.ts";
import { toHeldAt } from "../../../shared/organizations/stage-hold.store.ts";

/** Replaces an organization's id in the audit records of commands for the whole stage. No organization has this id. */
export const wholeStage = "*";

/** Finds when the operator held the stage (RFC 3339); null when it is not held. */
export const findHeldAt = async (table: Table): Promise<string | null> =>
	toHeldAt(await getItem(table, stageHoldKey));

/**
 * The emergency stop: within 5 seconds, requests of every organization are refused, and no worker begins a chunk. Running
 * batches wait. Idempotent: a stage that is held keeps its time.
 */
export const holdStage = (table: Table, heldAt: string) =>
	writeHold(table, (isHeld) => (isHeld ? undefined : { heldAt }));

/** Ends the emergency stop. Organizations that are suspended by themselves remain so. Idempotent. */
export const releaseStage = (table: Table, releasedAt: string) =>
	writeHold(table, (isHeld) =>
		isHeld ? { heldAt: null, releasedAt } : undefined,
	);

/** The write is conditional on the version, so that a copy of an earlier write that arrives late changes nothing. */
const writeHold = (
	table: Table,
	decide: (isHeld: boolean) => object | undefined,
) =>
	writeItem(table, stageHoldKey, (existing) => {
		const changed = decide(toHeldAt(existing) !== null);
		if (!changed) return undefined;
		const item = { ...stageHoldKey, ...changed };
		return upsertItem(existing, item, { initial: { version: 1 } });
	});
