import { DecisionCard } from "../approvals/decision-card.tsx";
import { WaitsFor } from "../approvals/progress-view.tsx";
import { openApprovalOf } from "../approvals/request.ts";
import {
	endedTitles,
	lastDecisionOf,
	StandingView,
} from "../approvals/standing-view.tsx";
import { decide, type View } from "./flow.ts";
import { Notice, SendingView, UnsentView } from "./outcome-views.tsx";
import { isPresentRound, type LinkAnswer } from "./service.ts";

/** The decision of the link's holder, what became of it, or why there is none to make. */
export function LinkDecision({
	shown,
}: {
	shown: Exclude<View, { kind: "LOADING" | "PROBLEM" }>;
}) {
	const { token, data } = shown;
	if (shown.kind === "SENDING") return <SendingView />;
	if (shown.kind === "UNSENT") return <UnsentView shown={shown} />;
	return (
		<>
			{shown.refusal && <Notice refusal={shown.refusal} />}
			{data.canDecide && isPresentRound(data) ? (
				<DecisionCard
					shown={data}
					own={openApprovalOf(data.approvals, data.approver.userId)}
					draft={shown.draft}
					onDecide={(decision, note) =>
						void decide(token, data, {
							decision,
							...(note !== "" && { note }),
						})
					}
				/>
			) : (
				<Standing data={data} />
			)}
		</>
	);
}

function Standing({ data }: { data: LinkAnswer }) {
	const { approver, history } = data;
	const reason = data.reason ?? "";
	const isSuspended = /suspended/.test(reason);
	// The reason is about the link's stage. The reader may have decided in another stage.
	const hasDecided = /^You have /.test(reason);
	// While nothing can be decided, no earlier decision is the cause.
	const last = isSuspended ? undefined : lastDecisionOf(history);
	const isOwn = hasDecided && last?.by?.userId === approver.userId;
	return (
		<StandingView
			title={titleOf(data, { isSuspended, hasDecided })}
			reason={isOwn ? null : reason}
			last={last}
		>
			{!isSuspended && <WhoIsNext data={data} />}
			{isOwn && <p class="quiet">You can close this page.</p>}
		</StandingView>
	);
}

function titleOf(
	{ request }: LinkAnswer,
	{ isSuspended, hasDecided }: { isSuspended: boolean; hasDecided: boolean },
): string {
	if (request === null) return "There is nothing to decide here";
	const ended = endedTitles[request.state];
	if (ended) return ended;
	if (isSuspended) return "Nothing can be decided now";
	return hasDecided ? "You have decided" : "Your decision is not needed";
}

function WhoIsNext({
	data: { request, approvals, approver },
}: {
	data: LinkAnswer;
}) {
	if (request?.state !== "PENDING") return null;
	const own = openApprovalOf(approvals, approver.userId);
	if (!own) return <WaitsFor approvals={approvals} />;
	return (
		<p>
			You are asked in stage {own.stage + 1} as well, with a link of its own:
			look for that mail.
		</p>
	);
}
