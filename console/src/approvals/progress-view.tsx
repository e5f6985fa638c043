import type { ComponentChildren } from "preact";
import { Instant } from "../parts/instant.tsx";
import { Person } from "../parts/texts.tsx";
import { ChangesView } from "./changes-view.tsx";
import { type Approval, countStages, type HistoryEntry } from "./request.ts";

export const approvalStates: Readonly<Record<string, string>> = {
	WAITING: "Not asked yet",
	OPEN: "Asked, not decided",
	APPROVED: "Approved",
	REJECTED: "Rejected",
	RETURNED: "Returned for changes",
	SKIPPED: "Not needed",
};

/** The approvals of a round, stage by stage. */
export function ApprovalsView({
	approvals,
	isOfFile = false,
}: {
	approvals: readonly Approval[];
	/** Whether the request came with an organization file, which does not say who decides it. */
	isOfFile?: boolean;
}) {
	const count = countStages(approvals);
	const stages = new Map<number, Approval[]>();
	for (const approval of approvals)
		stages.set(approval.stage, [
			...(stages.get(approval.stage) ?? []),
			approval,
		]);
	return (
		<section class="card approvals" aria-labelledby="approvals-title">
			<h2 id="approvals-title">Approvals</h2>
			{stages.size === 0 && (
				<p class="quiet">
					{isOfFile
						? "It came with an organization file: it is decided where it was raised."
						: "None are needed."}
				</p>
			)}
			{[...stages].map(([stage, own]) => (
				<div key={stage}>
					<h3>
						{count > 1 ? `Stage ${stage + 1} of ${count}` : "One stage"}
						{own.length > 1 &&
							(own[0]?.requires === "ANY"
								? ": one approval is enough"
								: ": all must approve")}
					</h3>
					<ul class="people">
						{own.map((approval) => (
							<li key={approval.userId}>
								<Person userId={approval.userId} />
								<span class={`state ${approval.state}`}>
									{approvalStates[approval.state] ?? approval.state}
								</span>
								{approval.decidedAt && (
									<span class="quiet when">
										<Instant at={approval.decidedAt} />
										{channelTexts[approval.channel ?? ""]}
									</span>
								)}
								{approval.note && (
									<blockquote dir="auto">{approval.note}</blockquote>
								)}
							</li>
						))}
					</ul>
				</div>
			))}
		</section>
	);
}

const channelTexts: Readonly<Record<string, string>> = {
	MAIL: ", from a mail",
	CONSOLE: ", in the console",
};

export const actions: Readonly<Record<string, string>> = {
	CREATED: "Raised",
	RESUBMITTED: "Changed and submitted again",
	STAGE_OPENED: "Approval opened",
	COMPLETED: "Request approved",
	APPROVED: "Approved",
	REJECTED: "Rejected",
	RETURNED: "Returned for changes",
	CANCELLED: "Cancelled",
	APPROVER_CHANGED: "Approver changed",
};

/** The latest history, newest first. */
export const HistoryView = ({
	history,
	currency = null,
	children,
}: {
	history: readonly HistoryEntry[];
	/** The currency of the request's amounts. */
	currency?: string | null;
	/** How to see more of it. */
	children?: ComponentChildren;
}) => (
	<section class="card history" aria-labelledby="history-title">
		<h2 id="history-title">History</h2>
		{history.length === 0 ? (
			<p class="quiet">Nothing is recorded.</p>
		) : (
			<ol>
				{history.map((entry) => (
					<li key={entry.id} class={entry.action}>
						<Entry entry={entry} currency={currency} />
					</li>
				))}
			</ol>
		)}
		{children}
	</section>
);

const Entry = ({
	entry: { action, at, by, stage, note, changes },
	currency,
}: {
	entry: HistoryEntry;
	currency: string | null;
}) => (
	<>
		<strong>{actions[action] ?? action}</strong>
		{stage !== null && ` in stage ${stage + 1}`}
		{by && (
			<>
				{" by "}
				<Person userId={by.userId} />
			</>
		)}
		<Replacement changes={changes} />
		<span class="quiet when">
			<Instant at={at} />
		</span>
		{action === "RESUBMITTED" && changes && (
			<ChangesView changes={changes} currency={currency} />
		)}
		{note && <blockquote dir="auto">{note}</blockquote>}
	</>
);

function Replacement({ changes }: Pick<HistoryEntry, "changes">) {
	// Unchecked cast: an approver's change has this shape (approvals A6).
	const change = changes?.approver as
		| { from: string | null; to: string }
		| undefined;
	if (!change) return null;
	const to = <Person userId={change.to} />;
	if (change.from === change.to) return <>: {to} was asked again</>;
	if (change.from === null) return <>: {to} was added</>;
	return (
		<>
			: <Person userId={change.from} /> was replaced by {to}
		</>
	);
}

/** Names the people who can decide now. */
export function WaitsFor({ approvals }: { approvals: readonly Approval[] }) {
	const open = approvals.filter(({ state }) => state === "OPEN");
	if (open.length === 0) return null;
	return (
		<p>
			Now it waits for{" "}
			{open.map(({ userId }, index) => (
				<span key={userId}>
					{index > 0 && (index === open.length - 1 ? " and " : ", ")}
					<Person userId={userId} />
				</span>
			))}
			.
		</p>
	);
}
