import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Heading } from "../app/heading.tsx";
import { FailureCard } from "../parts/failure-card.tsx";
import { BackIcon } from "../parts/icons.tsx";
import { formatAmount } from "../parts/money.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { Loaded, useLoad } from "../service/load.tsx";
import { useSession } from "../service/session.ts";
import { DecisionForm } from "./decision-form.tsx";
import { ApprovalsView, HistoryView, WaitsFor } from "./progress-view.tsx";
import { readRequest } from "./read-request.ts";
import {
	countStages,
	type Decision,
	netPayable,
	openApprovalOf,
	payeeOf,
	type ShownRequest,
} from "./request.ts";
import { requestStates } from "./request-states.ts";
import { RequestView } from "./request-view.tsx";

/** One payment request, with the decision of this person. */
export function RequestPage({ id }: { id: string }) {
	const session = useSession();
	const read = useLoad(`request ${id}`, (signal) =>
		readRequest(session, id, signal),
	);
	return (
		<>
			<p class="back">
				<a href={`${session.base}/approvals`}>
					<BackIcon /> Approvals
				</a>
			</p>
			{read.kind !== "READY" && <Heading title="Payment request" />}
			<Loaded of={read} what="the payment request">
				{(shown, reload) => (
					<Request key={shown.request.version} shown={shown} reload={reload} />
				)}
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
	const { request, approvals } = shown;
	const title = `${formatAmount(request.currency, netPayable(shown))} to ${payeeOf(shown)}`;
	useEffect(() => {
		document.title = `${title} – Payments`;
		document.getElementById("request-title")?.focus({ preventScroll: true });
	}, [title]);
	return (
		<div class="parts">
			<RequestView shown={shown} />
			<div class="side">
				<DecisionCard shown={shown} subject={title} reload={reload} />
			</div>
			<ApprovalsView approvals={approvals} />
			<HistoryView history={shown.history} />
		</div>
	);
}

function DecisionCard({
	shown,
	subject,
	reload,
}: {
	shown: ShownRequest;
	subject: string;
	reload: () => void;
}) {
	const { client, userId } = useSession();
	const { request, approvals } = shown;
	const isBusy = useSignal(false);
	const failure = useSignal<Failure | undefined>(undefined);
	const draft = useSignal("");
	const own = openApprovalOf(approvals, userId);
	const stages = countStages(approvals);
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
			// Decided, changed or ended meanwhile: what it is now says more than the error.
			if (failure.value.kind === "REFUSED") reload();
		}
		isBusy.value = false;
	};
	if (request.state !== "PENDING" || !own) {
		const mine = approvals.find(
			(one) => one.userId === userId && one.decidedAt !== null,
		);
		return (
			<section
				class={`card decision standing ${request.state}`}
				aria-labelledby="decision-title"
			>
				<h2 id="decision-title">
					{request.state !== "PENDING"
						? requestStates[request.state]
						: mine
							? "You have decided"
							: "There is nothing for you to decide"}
				</h2>
				{request.state === "PENDING" && <WaitsFor approvals={approvals} />}
			</section>
		);
	}
	return (
		<section class="card decision" aria-labelledby="decision-title">
			<h2 id="decision-title">Your decision</h2>
			{stages > 1 && (
				<p class="quiet">
					Stage {own.stage + 1} of {stages}
					{own.stage + 1 === stages && ", the last one"}
				</p>
			)}
			{failure.value && <FailureCard failure={failure.value} />}
			<DecisionForm
				subject={subject}
				draft={draft.value}
				isBusy={isBusy.value}
				onDecide={(decision, note) => void decide(decision, note)}
			/>
		</section>
	);
}
