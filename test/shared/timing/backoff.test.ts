import { expect, it } from "vitest";
import { backoffMilliseconds } from "../../../shared/timing/backoff.ts";

it.each([
	[1, 25],
	[2, 50],
	[4, 200],
	[6, 800],
	[20, 800],
])(
	"the pause before retry %d is between half of %d ms and all of it, and varies",
	(attempt, ceiling) => {
		const pauses = Array.from({ length: 100 }, () =>
			backoffMilliseconds(attempt),
		);
		expect(Math.min(...pauses)).toBeGreaterThanOrEqual(ceiling / 2);
		expect(Math.max(...pauses)).toBeLessThanOrEqual(ceiling);
		expect(new Set(pauses).size).toBeGreaterThan(1);
	},
);
