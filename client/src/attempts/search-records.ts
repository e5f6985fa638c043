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

/** For how long after a copy of a request was sent, it may still arrive and be carried out. */
export const lateCopyMs = 330_000;

/**
 * Searches the records for what was done under a key that the service does not know, and may have forgotten. The service
 * is asked again after each search, because it then knows a copy that has arrived meanwhile.
 */
export async function searchRecords(
	request: RequestToSettle,
	known: Knowledge,
	{ timing, signal, settleWithinMs }: SettleBounds,
): Promise<Settlement | Knowledge> {
	// Nothing has arrived since the last search, so that nothing will be added to what it found.
	if (known.found) return { kind: "SEARCHED", found: known.found };
	const begun = timing.now();
	const sinceSearch = startStopwatch(timing);
	const searched = (rest: Partial<Knowledge>): Knowledge => ({
		...known,
		...rest,
		// The service answered the search, so that an earlier failure to reach it no longer counts.
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
