import type { ProcurementPaymentsClient } from "../../../../client/src/index.ts";
import type { DemoService } from "../../../exhibits/demo.ts";

/** A check is one line of the output. Checks run in order; a later one may need what an earlier one created. */
export interface Check {
	/** The route that it calls, or what it shows. */
	name: string;
	/** @throws When the service does not do what it should. The message has the reason. */
	run(): Promise<void>;
	/** Whether the checks after it are left out when it fails. */
	isVital?: boolean;
}

/** What the checks of a run share. */
export interface SmokeContext {
	client: ProcurementPaymentsClient;
	/** The service, for the requests of the exhibits. */
	service: DemoService;
	/** A client whose key the service does not know. */
	unknownCaller: ProcurementPaymentsClient;
	/** The date of today (RFC 3339). */
	today: string;
	/** Ends a run that the operator interrupts. */
	signal: AbortSignal;
}

/** @throws When the answer has another value. */
export function mustBe(what: string, actual: unknown, expected: unknown) {
	const [found, wanted] = [actual, expected].map((one) => JSON.stringify(one));
	if (found !== wanted) throw new Error(`${what} is ${found}, not ${wanted}`);
}

/** How long to try to learn the outcome of a request without an answer. */
export const settleWithinMs = 60_000;

/** The attempt of a request that is sent for the first time under its key. */
export const neverSent = (idempotencyKey: string) => ({
	idempotencyKey,
	firstSentAt: null,
});
