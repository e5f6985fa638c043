import { type RunContent, runLists, toName } from "../run-lists.ts";
import type { Before } from "./before.ts";
import { answered, type Expected, refused } from "./expected.ts";

/** Runs P2: a list is one run, until it is discarded. */
export function expectedRun(
	{ records }: Before,
	content: RunContent,
): Expected {
	const name = toName(content);
	const holder = records.paymentRuns.find(
		(run) => run.name === name && run.state !== "DISCARDED",
	);
	if (holder) {
		const { runId } = holder;
		const body = { error: { code: "RUN_EXISTS", runId } };
		return { answer: { status: 409, body } };
	}
	const { length: total } = runLists[content.list];
	const { leaveOut, repeatOf = null } = content;
	const run = { name, state: "DRAFT", total };
	return answered({ ...run, leaveOut, repeatOf, version: 1 }, ({ runId }) => ({
		runs: { [runId]: run },
	}));
}

/** Runs P4: a draft is released once, unless another batch runs. */
export function expectedRunRelease(
	{ records, guard }: Before,
	runId: string,
): Expected {
	const run = records.paymentRuns.find((one) => one.runId === runId);
	if (!run) return refused(404, "RUN_NOT_FOUND");
	const { state, total } = run;
	const released = { runId, state: "RELEASED", version: 2 };
	if (state === "RELEASED") return answered(released);
	if (state === "DISCARDED") return refused(409, "INVALID_STATE_TRANSITION");
	if (guard) return refused(409, "MAP_BATCH_IN_PROGRESS");
	return answered(released, () => ({
		runs: { [runId]: { state: "RELEASED" } },
		batches: { [runId]: { status: "PENDING", total } },
		guard: { batches: { holder: "mark-as-paid" } },
	}));
}

/** Runs P5. */
export function expectedRunDiscard(
	{ records }: Before,
	runId: string,
): Expected {
	const run = records.paymentRuns.find((one) => one.runId === runId);
	if (!run) return refused(404, "RUN_NOT_FOUND");
	if (run.state === "RELEASED") return refused(409, "INVALID_STATE_TRANSITION");
	return answered({ runId, state: "DISCARDED", version: 2 }, () => ({
		runs: { [runId]: { state: "DISCARDED" } },
	}));
}
