import type { Key } from "../keys.ts";
import type { Item } from "../reads/batch-get.ts";
import type { Table } from "../table.ts";
import type { WriteStatement } from "./batch-execute.ts";
import { insertStatement } from "./batch-insert.ts";

/** The attributes that a write depends on, with their values as read; undefined: the item has no such attribute. */
export type AsRead = Readonly<Record<string, unknown>>;

/**
 * A conditional write of one item, as data. Attribute names become part of a statement: they never come from callers.
 */
export type ItemWrite =
	/** Only if no item has its key. */
	| { kind: "INSERT"; item: Key }
	/** Only if the item exists and the attributes are as read. */
	| {
			kind: "UPDATE";
			key: Key;
			set: Readonly<Record<string, unknown>>;
			ifAsRead: AsRead;
	  }
	| { kind: "DELETE"; key: Key; ifAsRead: AsRead };

/** Unchecked cast: every item has a key. */
export const keyOf = ({ pk, sk }: Item) => ({ pk, sk }) as Key;

/** Deletes an item if these attributes are as read. */
export const deletion = (
	item: Item,
	dependsOn: readonly string[],
): ItemWrite => ({
	kind: "DELETE",
	key: keyOf(item),
	ifAsRead: asRead(item, dependsOn),
});

/**
 * Changes nothing, and fails if another writer has changed one of these attributes: the other writes of its unit depend
 * on them.
 */
export const requireUnchanged = (
	item: Item,
	dependsOn: readonly [string, ...string[]],
): ItemWrite => {
	const [name] = dependsOn;
	return {
		kind: "UPDATE",
		key: keyOf(item),
		set: { [name]: item[name] },
		ifAsRead: asRead(item, dependsOn),
	};
};

/** The values of these attributes, for a write that depends on them. */
export const asRead = (item: Item, names: readonly string[]): AsRead =>
	Object.fromEntries(names.map((name) => [name, item[name]]));

/** The statement of a write, in PartiQL. */
export function toStatement(table: Table, write: ItemWrite): WriteStatement {
	if (write.kind === "INSERT") return insertStatement(table, write.item);
	const { pk, sk } = write.key;
	const condition = toCondition(write.ifAsRead);
	const set = write.kind === "UPDATE" ? Object.entries(write.set) : [];
	const assignments = set.map(([name]) => `"${name}" = ?`).join(", ");
	const action =
		write.kind === "UPDATE"
			? `UPDATE "${table.name}" SET ${assignments}`
			: `DELETE FROM "${table.name}"`;
	return {
		Statement: `${action} WHERE pk = ? AND sk = ?${condition.text}`,
		Parameters: [
			...set.map(([, value]) => value),
			pk,
			sk,
			...condition.parameters,
		],
	};
}

function toCondition(ifAsRead: AsRead) {
	const parts = Object.entries(ifAsRead);
	const text = parts.map(([name, value]) =>
		value === undefined ? ` AND "${name}" IS MISSING` : ` AND "${name}" = ?`,
	);
	const values = parts.map(([, value]) => value);
	return {
		text: text.join(""),
		parameters: values.filter((value) => value !== undefined),
	};
}
