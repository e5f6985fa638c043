import { ProcurementPaymentsError } from "../http/errors.ts";
import { startStopwatch } from "../timing.ts";
import { AttemptForgottenError } from "./errors.ts";
import {
	isNotRecorded,
	type Knowledge,
	type RequestToSettle,
	type SettleBounds,
	type Settlement,
} from "./settlement.ts";

/** How long after it was sent a copy of a request may still arrive and be carried out. */
export const lateCopyMs = 330_000;

/**
 * Searches the records for what was done under a key that the service does not know, and perhaps has forgotten. The
 * service is asked again after each search: a copy that has arrived meanwhile is then known.
 */
export async function searchRecords(
	request: RequestToSettle,
	known: Knowledge,
	{ timing, signal, settleWithinMs }: SettleBounds,
): Promise<Settlement | Knowledge> {
	// Nothing has arrived since the last search: what was found then is all that there will be.
	if (known.found) return { kind: "SEARCHED", found: known.found };
	const begun = timing.now();
	const sinceSearch = startStopwatch(timing);
	const searched = (rest: Partial<Knowledge>): Knowledge => ({
		...known,
		...rest,
		// The search has reached the service.
		cause: undefined,
		asksAtOnce: true,
		searchedForMs: known.searchedForMs + timing.now() - begun,
	});
	try {
		const found = await request.search(signal);
		if (found.every(isNotRecorded)) {
			request.unusedSince.set(request.idempotencyKey, sinceSearch);
			return searched({});
		}
		if (!found.some(isNotRecorded)) return { kind: "SEARCHED", found };
		if (known.hasWaited) return searched({ found });
	} catch (error) {
		if (signal?.aborted) return { ...known, cause: error };
		if (!(error instanceof ProcurementPaymentsError)) throw error;
		return error.isRetryable
			? { ...known, cause: error }
			: { kind: "UNKNOWN", cause: error };
	}
	if (settleWithinMs < lateCopyMs)
		return { kind: "UNKNOWN", cause: new AttemptForgottenError() };
	await timing.sleep(lateCopyMs, signal);
	return searched({ hasWaited: true });
}
