import { describe, expect, it } from "vitest";
import {
	fromCursor,
	toCursor,
} from "../../../../shared/batches/results/result-cursor.ts";

describe("contract 3: a cursor", () => {
	it.each([1, 100, 24_999])("gives back its position: %i", (position) => {
		expect(fromCursor(toCursor(position))).toBe(position);
	});

	const encode = (text: string) => Buffer.from(text).toString("base64url");

	it.each([
		["the first page, which needs none", toCursor(0)],
		["a position below 0", toCursor(-1)],
		["a part of a position", toCursor(1.5)],
		["a position that no number holds exactly", toCursor(2 ** 53)],
		["no position", toCursor(Number.NaN)],
		["another spelling of a position", encode("07")],
		["another spelling of a cursor", `${toCursor(7)}=`],
		["an empty text", ""],
	])("is refused when it stands for %s", (_, cursor) => {
		expect(fromCursor(cursor)).toBeUndefined();
	});
});
