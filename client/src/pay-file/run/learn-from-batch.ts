import type { OpenRequest } from "../journal/journal-state.ts";
import type { Result } from "../service/payments-service.ts";
import { findInBooks, learnFromBooks } from "./learn-from-books.ts";
import { type RowOutcome, toOutcome, toRowOutcome } from "./outcome.ts";
import type { RunContext } from "./run-context.ts";

const firstPauseMs = 250;
const longestPauseMs = 2_000;

/** Waits for the end of the batch of a request, and notes its results. */
export async function learnFromBatch(
	context: RunContext,
	request: OpenRequest,
) {
	const { service, journal, rows, now } = context;
	const { key, bulkActionSlug } = request;
	if (!bulkActionSlug || !(await waitForBatch(context, bulkActionSlug)))
		return learnFromBooks(context, request);
	const results: Result[] = [];
	for await (const page of service.resultsOf(bulkActionSlug))
		results.push(...page);
	const isOfRequest =
		results.length === request.rows.length &&
		results.every(
			({ slug }, position) =>
				slug === "" || slug === slugAt(rows, request.rows[position]),
		);
	if (!isOfRequest) return learnFromBooks(context, request);

	// If a part of the batch was lost, some of its rows may have been paid all the same (decisions, "Lost chunks").
	const isDoubtful = (position: number) =>
		!results[position]?.slug ||
		results[position]?.reason === "PROCESSING_FAILED";
	const doubtful = request.rows.filter((_, position) => isDoubtful(position));
	const found = await findInBooks(context, key, doubtful);
	const outcomeOf = (position: number): RowOutcome => {
		const result = results[position];
		const inBooks = found.get(request.rows[position] ?? -1);
		if (inBooks === "RECORDED") return { status: "DONE" };
		if (!result?.slug || inBooks === "UNCLEAR")
			return { status: "UNKNOWN", reason: "PROCESSING_FAILED" };
		return toRowOutcome(result);
	};
	journal.append(toOutcome(key, request.rows, outcomeOf, { at: now() }));
}

const slugAt = (rows: RunContext["rows"], index: number | undefined) =>
	index === undefined ? undefined : rows[index]?.payment?.slug;

/** @returns False when there is no such batch any more. */
export async function waitForBatch(
	{ service, pause, onProgress }: RunContext,
	bulkActionSlug: string,
): Promise<boolean> {
	for (let pauseMs = firstPauseMs; ; pauseMs *= 1.5) {
		const batch = await service.findBatch(bulkActionSlug);
		if (!batch) return false;
		onProgress(batch.processed);
		if (batch.status === "DONE") return true;
		await pause(Math.min(pauseMs, longestPauseMs));
	}
}
