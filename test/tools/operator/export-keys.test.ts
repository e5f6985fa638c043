import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { Key } from "../../../shared/dynamodb/keys.ts";
import {
	byPartition,
	keysInOrder,
} from "../../../tools/operator/export/keys-in-order.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const heldMax = 100;
const pageSize = 200;
const pkOf = (index: number) => `${index}`.padStart(5, "0");

/** Pages of keys in an order that looks random: 7 is prime to the counts below. */
async function* pages(count: number, made: WeakRef<Key>[] = []) {
	for (let from = 0; from < count; from += pageSize) {
		const page = Array.from({ length: Math.min(pageSize, count - from) }).map(
			(_, index) => ({ pk: pkOf(((from + index) * 7) % count), sk: "" }),
		);
		for (const key of page) made.push(new WeakRef(key));
		yield page;
	}
}

/** The most keys in memory at the end of the first pass, or of the second. */
async function mostHeld(count: number) {
	const made: WeakRef<Key>[] = [];
	let most = 0;
	async function* measured() {
		yield* pages(count, made);
		// What a WeakRef refers to is kept until the end of a turn.
		await turn();
		collectGarbage();
		most = Math.max(most, made.filter((one) => one.deref()).length);
	}
	const sorted = keysInOrder(measured, byPartition, heldMax);
	await sorted.next();
	await sorted.next();
	return most;
}

describe("contract 4: an export sorts the keys of a list with flat memory", () => {
	it("holds no more of them for an organization with four times as many records", async () => {
		const small = await mostHeld(500);
		expect(small).toBeGreaterThanOrEqual(heldMax);
		expect(small).toBeLessThanOrEqual(3 * heldMax + pageSize);
		expect(await mostHeld(2_000)).toBeLessThanOrEqual(3 * heldMax + pageSize);
	});

	it.each([0, 1, 99, 100, 101, 500, 555])(
		"has each of %i once",
		async (count) => {
			const found: string[] = [];
			const totals = new Set<number>();
			const sorted = keysInOrder(() => pages(count), byPartition, heldMax);
			for await (const { keys, total } of sorted) {
				found.push(...keys.map(({ pk }) => pk));
				totals.add(total);
			}
			expect(found).toEqual(Array.from({ length: count }, (_, i) => pkOf(i)));
			expect([...totals]).toEqual([count]);
		},
	);
});
