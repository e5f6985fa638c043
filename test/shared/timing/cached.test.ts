import { describe, expect, it } from "vitest";
import { cached } from "../../../shared/timing/cached.ts";

function countingCache() {
	const asked: string[] = [];
	let now = 0;
	const find = cached(
		async (key) => {
			asked.push(key);
			return key.startsWith("no") ? undefined : { key, at: now };
		},
		{ seconds: 5, clock: () => new Date(now) },
	);
	return { asked, find, pass: (seconds: number) => (now += seconds * 1_000) };
}

describe("cached", () => {
	it("asks once in its time, and again after it", async () => {
		const { asked, find, pass } = countingCache();
		await find("a");
		pass(4.999);
		await find("a");
		expect(asked).toEqual(["a"]);
		pass(0.001);
		expect(await find("a")).toEqual({ key: "a", at: 5_000 });
	});

	it("counts the time from when it asked: the answer may be as old as that", async () => {
		let now = 0;
		let asked = 0;
		const slow = async () => {
			now += 4_000;
			return ++asked;
		};
		const find = cached(slow, { seconds: 5, clock: () => new Date(now) });
		expect(await find("a")).toBe(1);
		now += 1_000;
		expect(await find("a")).toBe(2);
	});

	it("asks each time for what is not there", async () => {
		const { asked, find } = countingCache();
		await find("no-1");
		await find("no-1");
		expect(asked).toEqual(["no-1", "no-1"]);
	});

	it("remembers 1,000 entries, and forgets the oldest of more", async () => {
		const { asked, find } = countingCache();
		for (let index = 0; index <= 1_000; index++) await find(`key-${index}`);
		asked.length = 0;
		await find("key-1000");
		await find("key-1");
		expect(asked).toEqual([]);
		await find("key-0");
		expect(asked).toEqual(["key-0"]);
	});
});
