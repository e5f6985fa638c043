import { NumberValue } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import {
	fitsOneItem,
	isWithinLimit,
} from "../../../shared/dynamodb/item-size.ts";

const limit = 399 * 1024;
/** The item `{ t: … }` without the text: the map, its member, the name. */
const frame = 3 + 1 + 1;

describe("an item must fit 400 KB", () => {
	it("a text counts its UTF-8 bytes", () => {
		const t = "x".repeat(limit - frame);
		expect(fitsOneItem({ t })).toBe(true);
		expect(fitsOneItem({ t: `${t}x` })).toBe(false);
		expect(fitsOneItem({ t: `${t.slice(1)}é` })).toBe(false);
	});

	it("bytes count as they are", () => {
		expect(fitsOneItem({ t: new Uint8Array(limit - frame) })).toBe(true);
		expect(fitsOneItem({ t: new Uint8Array(limit - frame + 1) })).toBe(false);
	});

	it("names count, also in nested maps; positions in lists do not", () => {
		const name = "n".repeat(limit / 2);
		expect(fitsOneItem({ [name]: { a: "" } })).toBe(true);
		expect(fitsOneItem({ [name]: { [`${name}`]: "" } })).toBe(false);
		const texts = Array(100_000).fill("ab");
		expect(fitsOneItem({ t: texts })).toBe(true);
	});

	it("a number counts as the longest there is", () => {
		const numbers = (count: number) => ({
			t: Array.from({ length: count }, () => NumberValue.from("1")),
		});
		expect(fitsOneItem(numbers(18_000))).toBe(true);
		expect(fitsOneItem(numbers(19_000))).toBe(false);
	});

	it("an update may use what was left for it, to the store's limit", () => {
		const t = "x".repeat(400 * 1024 - frame);
		expect(isWithinLimit({ t })).toBe(true);
		expect(isWithinLimit({ t: `${t}x` })).toBe(false);
	});

	it("null and a boolean count as a number does", () => {
		const t = "x".repeat(limit - frame - 2 * (21 + 2));
		expect(fitsOneItem({ t, n: null, b: true })).toBe(true);
		expect(fitsOneItem({ t: `${t}x`, n: null, b: true })).toBe(false);
	});
});
