import type { Actor } from "../../shared/actors/actor.ts";
import {
	type AdvanceProgress,
	noMarks,
	type PaymentRequest,
} from "../../shared/payment-requests/payment-request.ts";

/** What a payment request has besides, whose first stage is open and which has not changed yet. */
export const inFirstRound = (
	createdAt: string,
	createdBy: Actor,
): AdvanceProgress &
	Pick<
		PaymentRequest,
		"createdAt" | "createdBy" | "requesters" | "selfApproval"
	> => ({
	createdAt,
	createdBy,
	requesters: [createdBy.userId],
	selfApproval: true,
	round: 1,
	openStage: 0,
	version: 1,
	updatedAt: createdAt,
	updatedBy: createdBy,
	...noMarks,
});
