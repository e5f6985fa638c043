import type { ComponentChildren } from "preact";
import { ApprovalsView, HistoryView } from "./progress-view.tsx";
import type { ShownRequest } from "./request.ts";

/** A payment request, and beside it the decision of the person who looks at it. */
export const RequestFrame = ({
	shown: { approvals, history },
	currency = null,
	isOfFile = false,
	what,
	moreHistory,
	children,
}: {
	shown: Pick<ShownRequest, "approvals" | "history">;
	/** The currency of the request's amounts. */
	currency?: string | null;
	/** Whether the request came with an organization file, which does not say who decides it. */
	isOfFile?: boolean;
	/** What is asked. */
	what: ComponentChildren;
	/** How to see more of the history. */
	moreHistory?: ComponentChildren;
	/** The decision, or why there is none to make. */
	children: ComponentChildren;
}) => (
	<div class="parts">
		{what}
		<div class="side">{children}</div>
		<ApprovalsView approvals={approvals} isOfFile={isOfFile} />
		<HistoryView history={history} currency={currency}>
			{moreHistory}
		</HistoryView>
	</div>
);
