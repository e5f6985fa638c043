import type { RequestOutcome } from "../http/response.ts";
import type { EmitMetrics, MetricValues } from "../logging/metrics.ts";
import { findApproval } from "../payment-requests/stages/approval-stage.ts";
import type { Transition } from "../payment-requests/workflow/transition.ts";

/** For the log line: how often each action of the history occurred. */
export const toOutcome = ({ entries }: Transition): RequestOutcome => ({
	results: Object.fromEntries(entries.map(({ action }) => [action, 1])),
});

/** The actions of a transition, how long the approval that it decides was open, and its round if that ends it. */
export function emitTransition(
	emitMetrics: EmitMetrics,
	transition: Transition,
) {
	for (const { action } of transition.entries)
		emitMetrics({ Transitions: 1 }, { action });
	emitMetrics(waitSeconds(transition));
}

/** Empty: the transition decides no approval. */
function waitSeconds({ request, stages, entries }: Transition): MetricValues {
	const [entry] = entries;
	if (!entry?.by || entry.action === "APPROVER_CHANGED") return {};
	const { by, stage } = entry;
	if (stage === null) return {};
	const { openedAt, decided } = findApproval(stages[stage], by.userId) ?? {};
	if (!openedAt || !decided) return {};
	const secondsSince = (instant: string) =>
		(Date.parse(decided.at) - Date.parse(instant)) / 1_000;
	const submittedAt = request.resubmittedAt ?? request.createdAt;
	return {
		ApprovalSeconds: secondsSince(openedAt),
		...(request.state !== "PENDING" && {
			RequestSeconds: secondsSince(submittedAt),
		}),
	};
}
