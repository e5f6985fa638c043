import type { Actor } from "../../shared/actors/actor.ts";
import {
	type AdvanceProgress,
	noMarks,
} from "../../shared/payment-requests/payment-request.ts";

/** What a payment request has besides, whose first stage is open and which has not changed yet. */
export const inFirstRound = (
	createdAt: string,
	createdBy: Actor,
): AdvanceProgress & {
	createdAt: string;
	createdBy: Actor;
	selfApproval: boolean;
} => ({
	createdAt,
	createdBy,
	selfApproval: true,
	round: 1,
	openStage: 0,
	version: 1,
	updatedAt: createdAt,
	updatedBy: createdBy,
	...noMarks,
});
