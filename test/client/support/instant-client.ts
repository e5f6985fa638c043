import { expect } from "vitest";
import { ProcurementPaymentsClient } from "../../../client/src/index.ts";

/** A client of a scripted service. Its pauses take no time, but move its clock, which begins at 0. */
export function instantClient(fetch: typeof globalThis.fetch) {
	let now = 0;
	const client = new ProcurementPaymentsClient({
		...{ url: "https://service", apiKey: "secret", fetch },
		timing: {
			now: () => now,
			random: () => 1,
			async sleep(milliseconds) {
				now += milliseconds;
				// Without it, a test of a client that never gives up would not end.
				expect(now).toBeLessThan(7_200_000);
			},
		},
	});
	return { client, now: () => now };
}
