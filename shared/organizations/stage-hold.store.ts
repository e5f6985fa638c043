import type { Key } from "../dynamodb/keys.ts";
import type { Item } from "../dynamodb/reads/batch-get.ts";
import type { StoredNumber } from "../dynamodb/stored-values.ts";
import { toSuspendedAt } from "./organizations.store.ts";

/** The item of the emergency stop of a stage. Where there is none, the stage was never held. */
export interface StageHoldItem extends Key {
	/** RFC 3339; null: the stage is not held. */
	heldAt: string | null;
	/** When the latest hold ended (RFC 3339); null: none has. */
	releasedAt: string | null;
	version: StoredNumber;
}

/** Unchecked cast: the item under the key of the hold has this shape. */
const asStageHoldItem = (item: Item) => item as StageHoldItem & Item;

/** When the operator held the whole stage; null: it is not held. */
export const toHeldAt = (hold: Item | undefined): string | null =>
	(hold && asStageHoldItem(hold).heldAt) ?? null;

/** When the latest hold of the stage ended; null: none has. */
export const toReleasedAt = (hold: Item | undefined): string | null =>
	(hold && asStageHoldItem(hold).releasedAt) ?? null;

/** Whether requests are refused: the operator has suspended the organization, or holds the whole stage. */
export const isSuspended = (
	organization: Item,
	hold: Item | undefined,
): boolean => toSuspendedAt(organization) !== null || toHeldAt(hold) !== null;
