import { expect } from "vitest";
import type { Records } from "../records.ts";
import type { Reported } from "../reported.ts";

/** The operator's stops are no requests, so their reason is always this. */
export const operatorsReason = "by the operator";

/**
 * C4: a batch whose stop was answered is stopped for the reason that was answered, or had ended before; and
 * none is stopped for a reason that no one gave.
 */
export function expectStopsAsReported(
	{ batches }: Records,
	{ writes }: Reported,
) {
	const reasons = new Map<string, unknown[]>();
	for (const { action, answer } of writes) {
		const slug = action.kind === "request" && stoppedSlug(action.url);
		if (!slug) continue;
		// Unchecked cast: the tests send objects.
		const { reason } = action.body as { reason?: unknown };
		reasons.set(slug, [...(reasons.get(slug) ?? []), reason]);
		if (answer === null || answer === true || answer.status !== 200) continue;
		const { stoppedAt, stopReason } = answer.body.data;
		const found = batches.find(({ bulkActionSlug }) => bulkActionSlug === slug);
		expect(found).toMatchObject({ stoppedAt, stopReason });
	}
	for (const { bulkActionSlug, stopReason } of batches) {
		if (stopReason === null || stopReason === operatorsReason) continue;
		expect(reasons.get(bulkActionSlug) ?? []).toContain(stopReason);
	}
}

const stoppedSlug = (url: string) => /([0-9A-Z]{26})\/stop$/.exec(url)?.[1];
