import { setImmediate } from "node:timers/promises";
import type { Effect } from "./aws-gateway/faults/faults.ts";
import type { Reading } from "./aws-gateway/metering/meter.ts";
import { serviceAccessKeyId, type World } from "./world.ts";

const quietTurns = 50;

/**
 * Counts the service's calls during `act`, and adds what `act` returns as `answer`. Concurrent calls overlap, and so count as one round trip, however slow the
 * machine is.
 */
export async function meterCalls<T>(
	{ addFault, gateway: { meter } }: Pick<World, "addFault" | "gateway">,
	act: () => Promise<T>,
): Promise<Reading & { answer: T }> {
	meter.reset();
	const held = addFault({ effect: holdUntilQuiet() });
	const answer = await act();
	held.remove();
	return { answer, ...meter.read(serviceAccessKeyId) };
}

/**
 * Holds each call until no other has arrived for 50 turns of the event loop. Service and gateway share the test's
 * process: a call that the service sends concurrently arrives within a few turns.
 */
function holdUntilQuiet(): Effect {
	let arrivals = 0;
	return async (call, forward) => {
		arrivals += 1;
		let seen: number;
		do {
			seen = arrivals;
			for (let turn = 0; turn < quietTurns; turn++) await setImmediate();
		} while (seen < arrivals);
		return forward(call);
	};
}
