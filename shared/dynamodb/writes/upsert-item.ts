import { isDeepStrictEqual } from "node:util";
import type { Key } from "../keys.ts";
import type { Item } from "../reads/batch-get.ts";
import { fromStoredInteger, isStoredNumber } from "../stored-values.ts";
import { asRead, type ItemWrite, keyOf } from "./item-write.ts";

export interface UpsertAttributes {
	/** Additional attributes of a new item. */
	initial?: object | undefined;
	/** Additional attributes that are set when a wanted attribute differs. */
	changed?: object | undefined;
	/** Wanted attributes that no caller sees: setting them does not count as a change of the record. */
	internal?: object | undefined;
}

/**
 * Inserts an item, or sets all wanted attributes if one differs. A change increments the `version` of an item that has
 * one. The update depends on the item's `version` and `importDigest` as read: between the read and the write, neither a
 * request nor another import has changed the record.
 *
 * @param item The wanted attributes; other attributes are not changed.
 * @returns undefined when nothing differs.
 */
export function upsertItem<Wanted extends Key>(
	existing: Item | undefined,
	item: Wanted,
	{ initial, changed, internal = {} }: UpsertAttributes = {},
): ItemWrite | undefined {
	if (!existing)
		return { kind: "INSERT", item: { ...initial, ...item, ...internal } };
	const { pk, sk, ...wanted } = item;
	const isChanged = differences(existing, wanted).length > 0;
	const set = [
		...(isChanged ? present(existing, wanted) : []),
		...(isChanged ? Object.entries(changed ?? {}) : []),
		...(isChanged ? nextVersion(existing) : []),
		...differences(existing, internal),
	].filter(([, value]) => value !== undefined);
	if (set.length === 0) return undefined;
	return toUpdate(existing, Object.fromEntries(set));
}

const toUpdate = (existing: Item, set: Record<string, unknown>): ItemWrite => ({
	kind: "UPDATE",
	key: keyOf(existing),
	set,
	ifAsRead: asRead(existing, ["version", "importDigest"]),
});

function nextVersion({ version }: Item): [name: string, value: unknown][] {
	return isStoredNumber(version)
		? [["version", fromStoredInteger(version) + 1]]
		: [];
}

/** Without those that are null and absent already. */
const present = (existing: Item, wanted: object) =>
	Object.entries(wanted).filter(
		([name, value]) => value !== null || existing[name] !== undefined,
	);

const differences = (existing: Item, wanted: object) =>
	Object.entries(wanted).filter(
		([name, value]) => !isSame(existing[name], value),
	);

/** An absent attribute equals null. */
function isSame(stored: unknown, value: unknown): boolean {
	return isDeepStrictEqual(stored ?? null, value ?? null);
}
