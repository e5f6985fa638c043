import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inGroups } from "../../../shared/collections/in-groups.ts";
import {
	forEachConcurrently,
	forEachSettled,
} from "../../../shared/timing/concurrently.ts";

describe("forEachConcurrently", () => {
	it("acts on each item once, on at most the given number at a time", async () => {
		const seen: number[] = [];
		let underWay = 0;
		let most = 0;
		await forEachConcurrently([...Array(20).keys()], 3, async (item) => {
			underWay += 1;
			most = Math.max(most, underWay);
			await setTimeout(1);
			underWay -= 1;
			seen.push(item);
		});
		expect(seen.toSorted((a, b) => a - b)).toEqual([...Array(20).keys()]);
		expect(most).toBe(3);
	});

	it("begins nothing after a failure, and throws it when all that was under way has ended", async () => {
		const begun: number[] = [];
		let ended = 0;
		const all = forEachConcurrently([...Array(20).keys()], 3, async (item) => {
			begun.push(item);
			if (item === 1) throw new Error("item 1");
			await setTimeout(10);
			ended += 1;
		});
		await expect(all).rejects.toThrow("item 1");
		expect(begun).toEqual([0, 1, 2]);
		expect(ended).toBe(2);
	});

	it("takes items only as they are acted on", async () => {
		let made = 0;
		function* items() {
			for (let item = 0; item < 10; item++) {
				made += 1;
				yield item;
			}
		}
		await forEachConcurrently(items(), 2, async (item) => {
			await setTimeout(1);
			expect(made - item).toBeLessThanOrEqual(3);
		});
		expect(made).toBe(10);
	});
});

it("forEachSettled: acts on every item, with any outcome of the others, and then throws", async () => {
	const seen: number[] = [];
	const all = forEachSettled([0, 1, 2, 3], 2, async (item) => {
		seen.push(item);
		if (item < 2) throw new Error(`item ${item}`);
	});
	await expect(all).rejects.toThrow("2 failed");
	expect(seen).toEqual([0, 1, 2, 3]);
});

it("inGroups: keeps the order, and leaves no item out", () => {
	expect([...inGroups([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
	expect([...inGroups([1, 2], 2)]).toEqual([[1, 2]]);
	expect([...inGroups([], 2)]).toEqual([]);
});
