import type { AdvanceState } from "../../shared/payment-requests/payment-request.ts";

/** Spec 4.3 rule 5: the link that an advance in each state has to the order that it names; null: the order is free. */
export const linkStates: Readonly<
	Record<AdvanceState, "ACTIVE" | "PENDING_RESUBMISSION" | null>
> = {
	PENDING: "ACTIVE",
	APPROVED: "ACTIVE",
	PENDING_RESUBMISSION: "PENDING_RESUBMISSION",
	REJECTED: null,
	CANCELLED: null,
};

export function linkStateOf(state: string) {
	const link = Object.entries(linkStates).find(([known]) => known === state);
	if (!link)
		throw new Error(
			`test/reliability/advance-states.ts does not know the state ${state}`,
		);
	return link[1];
}

export const holdsItsOrder = ({ state }: { state: string }): boolean =>
	linkStateOf(state) !== null;
