import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { createVirtualTime } from "../../../bench/scale/virtual-time.ts";

it("pauses end in the order of their ends, at exactly their times", async () => {
	const time = createVirtualTime();
	const ended: [string, number][] = [];
	const wait = async (name: string, milliseconds: number) => {
		await time.pause(milliseconds);
		ended.push([name, time.now()]);
	};
	await time.run(async () => {
		await Promise.all([wait("b", 86_400_000), wait("a", 7), wait("c", 7)]);
		await wait("d", 1);
	});
	expect(ended).toEqual([
		["a", 7],
		["c", 7],
		["b", 86_400_000],
		["d", 86_400_001],
	]);
});

it("stands still while work outside goes on", async () => {
	const time = createVirtualTime();
	const seen: number[] = [];
	await time.run(async () => {
		const pausing = time.pause(1).then(() => seen.push(time.now()));
		expect(await time.outside(setTimeout(20, "answer"))).toBe("answer");
		seen.push(time.now());
		await pausing;
	});
	expect(seen).toEqual([0, 1]);
});

it("reports a failure of the work, and one of the work outside", async () => {
	const fail = () => Promise.reject(new Error("broken"));
	await expect(createVirtualTime().run(fail)).rejects.toThrow("broken");
	const time = createVirtualTime();
	await expect(time.run(() => time.outside(fail()))).rejects.toThrow("broken");
});

it("fails when the work waits for nothing that the clock knows", async () => {
	const time = createVirtualTime();
	await expect(time.run(() => new Promise(() => {}))).rejects.toThrow(
		"Nothing waits for the virtual clock",
	);
});
