import { expect } from "vitest";
import { toBatch } from "../../../shared/batches/batches.store.ts";
import { toChunk } from "../../../shared/batches/chunks/batch-chunks.store.ts";
import {
	batchKey,
	chunkKey,
	runContentKey,
} from "../../../shared/dynamodb/keys.ts";
import {
	type PaymentRun,
	toEntriesExpiry,
} from "../../../shared/payment-runs/payment-run.ts";
import { toRun } from "../../../shared/payment-runs/payment-runs.store.ts";
import type { OwnItems } from "./left-over/own-items.ts";

/**
 * What holds of payment runs at any time: a content is held by one run or none; a released run has its batch, and no
 * other run has one; and the payments of a run are stored, for as long as its batch may need them.
 */
export function expectConsistentRuns(own: OwnItems) {
	const runs = own.of("RUN", "RUN").map(toRun);
	expectHolds(own, runs);
	expectBatches(own, runs);
	for (const run of runs) expectStoredPayments(own, run);
}

/** A draft and a released run hold their content, and nothing else holds one. */
function expectHolds(own: OwnItems, runs: readonly PaymentRun[]) {
	const holds = own
		.of("RUNCONTENT", "RUNCONTENT")
		.map(({ pk, runId }) => [runId, pk]);
	const holding = runs
		.filter(({ state }) => state !== "DISCARDED")
		.map(({ runId, contentDigest }) => [
			runId,
			runContentKey(own.organizationId, contentDigest).pk,
		]);
	expect(holds.toSorted()).toEqual(holding.toSorted());
	const contents = holding.map(([, content]) => content);
	expect(new Set(contents).size).toBe(contents.length);
}

function expectBatches(own: OwnItems, runs: readonly PaymentRun[]) {
	const { organizationId } = own;
	for (const run of runs) {
		const { runId, state, release, discard, leaveOut, chunkSizes } = run;
		const item = own.find(batchKey({ organizationId, bulkActionSlug: runId }));
		expect(
			{ runId, state, hasBatch: item !== undefined },
			"a released run has its batch, and no other run has one",
		).toEqual({ runId, state, hasBatch: state === "RELEASED" });
		expect([release !== null, discard !== null]).toEqual([
			state === "RELEASED",
			state === "DISCARDED",
		]);
		if (!item) continue;
		expect(toBatch(item)).toMatchObject({
			...release?.by,
			idempotencyKey: null,
			leaveOut,
			createdAt: release?.at,
			chunks: chunkSizes.length,
		});
	}
	const ids = new Set(runs.map(({ runId }) => runId));
	const withoutKey = own
		.of("BATCH", "BATCH")
		.map(toBatch)
		.filter(({ idempotencyKey }) => idempotencyKey === null);
	for (const { bulkActionSlug } of withoutKey)
		expect(ids, "a batch without a key has its run").toContain(bulkActionSlug);
}

function expectStoredPayments(
	own: OwnItems,
	{ organizationId, runId, chunkSizes, createdAt }: PaymentRun,
) {
	const id = { organizationId, bulkActionSlug: runId };
	const expiresAt = Math.floor(Date.parse(toEntriesExpiry(createdAt)) / 1_000);
	for (const [number, size] of chunkSizes.entries()) {
		const item = own.find(chunkKey(id, number));
		expect(toChunk(item)).toHaveLength(size);
		expect(item?.expiresAt).toMatchObject({ value: `${expiresAt}` });
	}
}
