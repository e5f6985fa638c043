import type { ComponentChildren } from "preact";
import { Instant } from "../parts/instant.tsx";
import { Person } from "../parts/texts.tsx";
import type { HistoryEntry } from "./request.ts";

/** The titles of requests that nobody can decide any more. */
export const endedTitles: Readonly<Record<string, string>> = {
	APPROVED: "This request is approved",
	REJECTED: "This request was rejected",
	PENDING_RESUBMISSION: "This request was returned for changes",
	CANCELLED: "This request was cancelled",
};

const verbs: Readonly<Record<string, string>> = {
	APPROVED: "approved",
	REJECTED: "rejected it",
	RETURNED: "returned it",
	CANCELLED: "cancelled it",
	RESUBMITTED: "submitted it again",
};

/** Decisions from an organization file (A1), which have no author. */
const decidedElsewhere: Readonly<Record<string, string>> = {
	COMPLETED: "Approved",
	REJECTED: "Rejected",
	RETURNED: "Returned for changes",
	CANCELLED: "Cancelled",
};

/** Says why there is nothing to decide, or nothing more: who did what, when, and why. */
export function StandingView({
	title,
	reason,
	last,
	children,
}: {
	title: string;
	/** The service's own words. */
	reason?: string | null;
	/** The entry of the history that led to the present state. */
	last?: HistoryEntry | undefined;
	/** What comes next. */
	children?: ComponentChildren;
}) {
	return (
		<section
			class={`card decision standing ${last?.action ?? ""}`}
			aria-labelledby="decision-title"
		>
			<h2 id="decision-title" tabIndex={-1}>
				{title}
			</h2>
			{reason && <p>{reason}</p>}
			{last && <LastDecision {...last} />}
			{children}
		</section>
	);
}

const LastDecision = ({ action, at, by, note }: HistoryEntry) => (
	<>
		<p>
			{by ? (
				<>
					<Person userId={by.userId} /> {verbs[action]} on{" "}
				</>
			) : (
				`${decidedElsewhere[action]} in another system on `
			)}
			<Instant at={at} />
			{note ? ":" : "."}
		</p>
		{note && <blockquote dir="auto">{note}</blockquote>}
	</>
);

/** Finds the entry that led to the present state. @param history The newest entry first. */
export const lastDecisionOf = (
	history: readonly HistoryEntry[],
): HistoryEntry | undefined =>
	history.find(({ action, by, at }, index) => {
		if (by) return action in verbs;
		const cause = history[index + 1];
		const isConsequence =
			action === "COMPLETED" && cause?.by && cause.at === at;
		return action in decidedElsewhere && !isConsequence;
	});
