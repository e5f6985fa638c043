import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { AdvanceActions } from "../advances/advance-actions.tsx";
import { Heading } from "../app/heading.tsx";
import { BackTo } from "../parts/back-to.tsx";
import { FailureCard } from "../parts/failure-card.tsx";
import { LinkTo } from "../parts/links.tsx";
import { More } from "../parts/list-card.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { entriesOfPage, useMore } from "../service/list.ts";
import type { ListPart } from "../service/list-types.ts";
import { Loaded, useLoad } from "../service/load.tsx";
import { useSession } from "../service/session.ts";
import { DecisionCard } from "./decision-card.tsx";
import { WaitsFor } from "./progress-view.tsx";
import { readHistory, readRequest } from "./read-request.ts";
import {
	type Decision,
	type HistoryEntry,
	openApprovalOf,
	type ShownRequest,
	titleOf,
} from "./request.ts";
import { RequestFrame } from "./request-frame.tsx";
import { RequestView } from "./request-view.tsx";
import { endedTitles, lastDecisionOf, StandingView } from "./standing-view.tsx";

/** The page of a payment request, with the decision of this person and what else they can do with it. */
export function RequestPage({
	id,
	section = "approvals",
	name = "Approvals",
}: {
	id: string;
	/** The section to which the page leads back. */
	section?: string;
	name?: string;
}) {
	const session = useSession();
	const read = useLoad(`request ${id}`, (signal) =>
		readRequest(session, id, signal),
	);
	return (
		<>
			<BackTo section={section} name={name} />
			{read.kind !== "READY" && <Heading title="Payment request" />}
			<Loaded of={read} what="the payment request">
				{(shown, reload) => <Request shown={shown} reload={reload} />}
			</Loaded>
		</>
	);
}

function Request({
	shown,
	reload,
}: {
	shown: ShownRequest;
	reload: () => void;
}) {
	const title = titleOf(shown);
	const session = useSession();
	const { paymentRequestId } = shown.request;
	const history = useSignal<ListPart<HistoryEntry>>(startOf(shown));
	useEffect(() => {
		history.value = startOf(shown);
	}, [shown]);
	const older = useMore(history, (cursor) =>
		readHistory(session, paymentRequestId, { limit: entriesOfPage, cursor }),
	);
	useEffect(() => {
		document.title = `${title} – Payments`;
		document.getElementById("request-title")?.focus({ preventScroll: true });
	}, [title]);
	return (
		<RequestFrame
			shown={{ ...shown, history: history.value.items }}
			moreHistory={<More list={older} />}
			currency={shown.request.currency}
			isOfFile={shown.request.round === null}
			what={
				<RequestView
					shown={shown}
					showRecord={(kind, id, text) => (
						<LinkTo kind={kind} id={id} text={text} />
					)}
				/>
			}
		>
			<OwnDecision key={shown.request.version} shown={shown} reload={reload} />
			<AdvanceActions shown={shown} reload={reload} />
		</RequestFrame>
	);
}

const startOf = ({ history, historyCursor = null }: ShownRequest) => ({
	items: history,
	nextCursor: historyCursor,
});

function OwnDecision({
	shown,
	reload,
}: {
	shown: ShownRequest;
	reload: () => void;
}) {
	const { client, userId } = useSession();
	const { request, approvals, history } = shown;
	const isBusy = useSignal(false);
	const failure = useSignal<Failure | undefined>(undefined);
	const draft = useSignal("");
	const own = openApprovalOf(approvals, userId);
	const decide = async (decision: Decision, note: string) => {
		if (!own) return;
		isBusy.value = true;
		failure.value = undefined;
		draft.value = note;
		try {
			await client.decideApproval(request.paymentRequestId, {
				decision,
				stage: own.stage,
				round: own.round,
				...(note !== "" && { note }),
			});
			reload();
		} catch (error) {
			failure.value = toFailure(error);
			// It may have been decided or changed meanwhile, and what it is now says more than the error.
			if (failure.value.kind === "REFUSED") reload();
		}
		isBusy.value = false;
	};
	if (request.state === "PENDING" && own)
		return (
			<DecisionCard
				shown={shown}
				own={own}
				draft={draft.value}
				isBusy={isBusy.value}
				onDecide={(decision, note) => void decide(decision, note)}
			>
				{failure.value && <FailureCard failure={failure.value} />}
			</DecisionCard>
		);
	const hasDecided = approvals.some(
		(one) => one.userId === userId && one.decidedAt !== null,
	);
	return (
		<StandingView
			title={
				endedTitles[request.state] ??
				(hasDecided ? "You have decided" : "There is nothing for you to decide")
			}
			last={lastDecisionOf(history)}
		>
			{request.state === "PENDING" && <WaitsFor approvals={approvals} />}
		</StandingView>
	);
}
