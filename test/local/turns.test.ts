import { describe, expect, it, vi } from "vitest";
import { createTurns, type TurnLimits } from "../../local/turns.ts";

const never = 1_000_000_000;

/** Invocations that ask for a turn, of which some have it. */
function ask(count: number, limits: TurnLimits) {
	const turns = createTurns(limits);
	const taken: number[] = [];
	for (let index = 0; index < count; index++)
		void turns.take().then(() => taken.push(index));
	return { turns, taken };
}

describe("turns", () => {
	it("as many as there are at once; the rest wait, and follow in their order", async () => {
		const { turns, taken } = ask(5, {
			atOnce: 2,
			max: 8,
			patienceMilliseconds: never,
		});
		await vi.waitFor(() => expect(taken).toEqual([0, 1]));
		turns.release();
		turns.release();
		await vi.waitFor(() => expect(taken).toEqual([0, 1, 2, 3]));
		turns.release();
		await vi.waitFor(() => expect(taken).toEqual([0, 1, 2, 3, 4]));
		for (let left = 0; left < 2; left++) turns.release();
	});

	it("are free again when they are released", async () => {
		const { turns, taken } = ask(1, {
			atOnce: 1,
			max: 1,
			patienceMilliseconds: never,
		});
		await vi.waitFor(() => expect(taken).toEqual([0]));
		turns.release();
		await turns.take();
	});

	it("grow one by one to the maximum while none is released, and no further", async () => {
		const { turns, taken } = ask(6, {
			atOnce: 2,
			max: 4,
			patienceMilliseconds: 1,
		});
		await vi.waitFor(() => expect(taken).toEqual([0, 1, 2, 3]));
		// A fifth would have had its turn by now, were it not for the maximum.
		const later = ask(3, { atOnce: 1, max: 3, patienceMilliseconds: 1 });
		await vi.waitFor(() => expect(later.taken).toEqual([0, 1, 2]));
		expect(taken).toEqual([0, 1, 2, 3]);
		turns.release();
		turns.release();
		await vi.waitFor(() => expect(taken).toEqual([0, 1, 2, 3, 4, 5]));
	});
});
