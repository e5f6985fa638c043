import { findApproval } from "../shared/approvals/approval-stage.ts";
import type { Transition } from "../shared/approvals/transition.ts";
import type { RequestOutcome } from "../shared/http/response.ts";
import type { EmitMetrics } from "../shared/logging/metrics.ts";

/** For the log line: how often each action of the history occurred. */
export const toOutcome = ({ entries }: Transition): RequestOutcome => ({
	results: Object.fromEntries(entries.map(({ action }) => [action, 1])),
});

/** The actions of a transition, and how long the approval that it decides was open. */
export function emitTransition(
	emitMetrics: EmitMetrics,
	transition: Transition,
) {
	for (const { action } of transition.entries)
		emitMetrics({ Transitions: 1 }, { action });
	emitMetrics({ ApprovalSeconds: openSeconds(transition) });
}

/** undefined: the transition decides no approval. */
function openSeconds({ stages, entries }: Transition): number | undefined {
	const [entry] = entries;
	if (!entry?.by || entry.action === "APPROVER_CHANGED") return undefined;
	const { by, stage } = entry;
	if (stage === null) return undefined;
	const { openedAt, decided } = findApproval(stages[stage], by.userId) ?? {};
	if (!openedAt || !decided) return undefined;
	return (Date.parse(decided.at) - Date.parse(openedAt)) / 1_000;
}
