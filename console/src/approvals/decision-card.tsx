import type { ComponentChildren } from "preact";
import { DecisionForm } from "./decision-form.tsx";
import {
	type Approval,
	countStages,
	type Decision,
	type ShownRequest,
	titleOf,
} from "./request.ts";

/** Lets an approver who can decide now make the decision. */
export function DecisionCard({
	shown,
	own,
	draft,
	isBusy = false,
	onDecide,
	children,
}: {
	shown: ShownRequest;
	/** The approval that is decided. */
	own: Approval | undefined;
	/** A note that was written before. */
	draft: string;
	isBusy?: boolean;
	onDecide: (decision: Decision, note: string) => void;
	/** Why the last attempt failed. */
	children?: ComponentChildren;
}) {
	const stages = countStages(shown.approvals);
	return (
		<section class="card decision" aria-labelledby="decision-title">
			<h2 id="decision-title" tabIndex={-1}>
				Your decision
			</h2>
			{own && stages > 1 && (
				<p class="quiet">
					Stage {own.stage + 1} of {stages}
					{own.stage + 1 === stages && ", the last one"}
				</p>
			)}
			{children}
			<DecisionForm
				subject={titleOf(shown)}
				draft={draft}
				isBusy={isBusy}
				onDecide={onDecide}
			/>
		</section>
	);
}
