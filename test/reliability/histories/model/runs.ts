import { type RunContent, runLists, toName } from "../run-lists.ts";
import type { RunChange } from "../step.ts";
import type { Before } from "./before.ts";
import { answered, type Expected, refused } from "./expected.ts";

/** Runs P2: a list is one run, until it is discarded. */
export function expectedRun(
	{ records }: Before,
	content: RunContent & { copies: number },
): Expected {
	const name = toName(content);
	const holder = records.paymentRuns.find(
		(run) => run.name === name && run.state !== "DISCARDED",
	);
	if (holder && content.copies > 1) return {};
	if (holder) {
		const { runId } = holder;
		const body = { error: { code: "RUN_EXISTS", runId } };
		return { answer: { status: 409, body } };
	}
	// Which of several creates it is not said.
	if (content.copies > 1) return { leavesOpen: ["runs"] };
	const { length: total } = runLists[content.list];
	const { leaveOut, repeatOf = null } = content;
	const run = { name, state: "DRAFT", total };
	return answered({ ...run, leaveOut, repeatOf, version: 1 }, ({ runId }) => ({
		runs: { [runId]: run },
	}));
}

/** Runs P4 and P5: a draft is released or discarded once. While another batch runs, it is not released. */
export function expectedRunChange(
	before: Before,
	runId: string,
	changes: readonly RunChange[],
): Expected {
	const [change = "release", ...rivals] = changes;
	const expected = { release: expectedRelease, discard: expectedDiscard };
	if (rivals.length === 0) return expected[change](before, runId);
	// Which of them comes first is not said. If it is refused, the next one may take effect.
	const alternatives = changes.flatMap(
		(one) => expected[one](before, runId).changes?.({}) ?? [],
	);
	return alternatives.length === 0 ? {} : { oneOf: () => alternatives };
}

function expectedRelease({ records, guard }: Before, runId: string): Expected {
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

function expectedDiscard({ records }: Before, runId: string): Expected {
	const run = records.paymentRuns.find((one) => one.runId === runId);
	if (!run) return refused(404, "RUN_NOT_FOUND");
	if (run.state === "RELEASED") return refused(409, "INVALID_STATE_TRANSITION");
	return answered({ runId, state: "DISCARDED", version: 2 }, () => ({
		runs: { [runId]: { state: "DISCARDED" } },
	}));
}
