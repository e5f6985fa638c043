import { describe, expect, it } from "vitest";
import { toStoredInteger } from "../../../../shared/dynamodb/stored-values.ts";
import type { Table } from "../../../../shared/dynamodb/table.ts";
import {
	deletion,
	type ItemWrite,
	requireUnchanged,
	toStatement,
} from "../../../../shared/dynamodb/writes/item-write.ts";
import { upsertItem } from "../../../../shared/dynamodb/writes/upsert-item.ts";

// `toStatement` uses only this property of a table.
const table = { name: "t" } as Table;
const key = { pk: "p", sk: "s" };

describe("a write takes effect only on what was read", () => {
	const item = { ...key, a: 1, b: 2 };

	it.each<[string, () => ItemWrite, string, unknown[]]>([
		[
			"an insert leaves out what is undefined",
			() => ({ kind: "INSERT", item: { ...key, a: 1, b: undefined } }),
			`INSERT INTO "t" VALUE {'pk': ?, 'sk': ?, 'a': ?}`,
			["p", "s", 1],
		],
		[
			"an update sets its attributes, if others are as read or still absent",
			() => ({
				kind: "UPDATE",
				key,
				set: { a: 3, b: 4 },
				ifAsRead: { a: 1, c: undefined, d: 5 },
			}),
			`UPDATE "t" SET "a" = ?, "b" = ? WHERE pk = ? AND sk = ? AND "a" = ? AND "c" IS MISSING AND "d" = ?`,
			[3, 4, "p", "s", 1, 5],
		],
		[
			"a deletion",
			() => deletion(item, ["b"]),
			`DELETE FROM "t" WHERE pk = ? AND sk = ? AND "b" = ?`,
			["p", "s", 2],
		],
		[
			"a check writes an attribute as it is",
			() => requireUnchanged(item, ["a", "c"]),
			`UPDATE "t" SET "a" = ? WHERE pk = ? AND sk = ? AND "a" = ? AND "c" IS MISSING`,
			[1, "p", "s", 1],
		],
	])("%s", (_, write, Statement, Parameters) => {
		expect(toStatement(table, write())).toEqual({ Statement, Parameters });
	});
});

describe("upsertItem", () => {
	const wanted = { ...key, a: 1, b: null };
	const more = {
		initial: { createdAt: "now" },
		changed: { updatedAt: "now" },
		internal: { digest: "d" },
	};
	const stored = { ...key, a: 1, digest: "d", version: toStoredInteger(7) };
	const update = (set: object, ifAsRead: object) => ({
		kind: "UPDATE",
		key,
		set,
		ifAsRead: { version: undefined, importDigest: undefined, ...ifAsRead },
	});

	it("inserts a new item with its initial attributes", () => {
		expect(upsertItem(undefined, wanted, more)).toEqual({
			kind: "INSERT",
			item: { ...wanted, createdAt: "now", digest: "d" },
		});
	});

	it("writes nothing when nothing differs: an absent attribute equals null", () => {
		expect(upsertItem(stored, wanted, more)).toBeUndefined();
		expect(upsertItem({ ...key, a: 1 }, wanted)).toBeUndefined();
	});

	it("sets all wanted attributes when one differs, and counts a version up", () => {
		const { version } = stored;
		const importDigest = "x";
		expect(upsertItem({ ...stored, a: 2, importDigest }, wanted, more)).toEqual(
			update({ a: 1, updatedAt: "now", version: 8 }, { version, importDigest }),
		);
		expect(upsertItem({ ...key, a: 1, b: 2 }, wanted)).toEqual(
			update({ a: 1, b: null }, {}),
		);
	});

	it("sets an attribute that no caller sees without a change of the record", () => {
		const { version } = stored;
		expect(upsertItem({ ...stored, digest: "e" }, wanted, more)).toEqual(
			update({ digest: "d" }, { version }),
		);
	});
});
