import type { ProcurementPaymentsClient } from "../../../../client/src/index.ts";
import type { Timing } from "../../../../client/src/timing.ts";

/** A check is one line of the output. Checks run in order; a later one may need what an earlier one created. */
export interface Check {
	/** The route that it calls, or what it shows. */
	name: string;
	/** @throws With the reason, when the service does not do what it should. */
	run(): Promise<void>;
}

/** What the checks of a run share. */
export interface SmokeContext {
	client: ProcurementPaymentsClient;
	/** A client whose key the service does not know. */
	unknownCaller: ProcurementPaymentsClient;
	/** RFC 3339 date. */
	today: string;
	/** Ends a run that the operator interrupts. */
	signal: AbortSignal;
	/**
	 * Reads a list until it has this many records: the index of the lists follows the records with a short delay.
	 *
	 * @throws When it never has.
	 */
	mustList(count: number, open: () => AsyncIterable<unknown>): Promise<void>;
}

const lagSeconds = 10;

export const listWithin =
	(sleep: Timing["sleep"]): SmokeContext["mustList"] =>
	async (count, open) => {
		for (let tries = 1; ; tries++) {
			let listed = 0;
			for await (const _ of open()) listed += 1;
			if (listed === count) return;
			if (tries > lagSeconds)
				throw new Error(`the list has ${listed} records, not ${count}`);
			await sleep(1_000);
		}
	};

/** @throws When the answer has another value. */
export function mustBe(what: string, actual: unknown, expected: unknown) {
	const [found, wanted] = [actual, expected].map((one) => JSON.stringify(one));
	if (found !== wanted) throw new Error(`${what} is ${found}, not ${wanted}`);
}

/** @throws When an earlier check did not create the record. */
export function created(id: string | undefined, kind: string): string {
	if (id !== undefined) return id;
	throw new Error(`the ${kind} was not created`);
}

/** How long to try to learn the outcome of a request without an answer. */
export const settleWithinMs = 60_000;

/** For a request that is sent for the first time under its key. */
export const neverSent = (idempotencyKey: string) => ({
	idempotencyKey,
	firstSentAt: null,
});
