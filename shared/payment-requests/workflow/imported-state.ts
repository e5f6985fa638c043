import {
	type AdvanceState,
	endsAnAdvance,
	type PaymentRequest,
} from "../payment-request.ts";
import {
	type Advance,
	type HistoryAction,
	stopped,
	type Transition,
	toChanged,
	toEntry,
} from "./transition.ts";

/** The state that an organization file gives an advance, whose decision was made elsewhere (A1). */
export type ImportedState = Exclude<AdvanceState, "PENDING">;

const actions: Readonly<Record<ImportedState, HistoryAction>> = {
	APPROVED: "COMPLETED",
	REJECTED: "REJECTED",
	PENDING_RESUBMISSION: "RETURNED",
	CANCELLED: "CANCELLED",
};

/** A1, "Organization files": no one has to decide any more, and the history has no author. */
export function applyImportedState(
	advance: Advance,
	state: ImportedState,
	now: Date,
): Transition {
	const changed = toChanged(advance.request, { by: null, now });
	return {
		...stopped(advance, changed, state),
		entries: [toEntry(changed, { action: actions[state] })],
	};
}

/** The reason why a file cannot give a request this state; undefined: it can. */
export function refuseImportedState(
	{ state: before }: Pick<PaymentRequest, "state">,
	state: AdvanceState,
): string | undefined {
	if (state === before) return undefined;
	if (endsAnAdvance(before))
		return `must be ${before}, the final state of this advance, which was raised over the API`;
	if (state === "PENDING")
		return `must NOT be PENDING: this advance was raised over the API and is ${before}, so only a resubmission opens its approvals again`;
	return undefined;
}

export const isImportedState = (state: AdvanceState): state is ImportedState =>
	state !== "PENDING";
