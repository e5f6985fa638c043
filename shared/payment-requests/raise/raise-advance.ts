import type { Actor } from "../../actors/actor.ts";
import { noMarks } from "../payment-request.ts";
import { toOpening, toStages } from "../stages/approval-stage.ts";
import type { Advance } from "../workflow/transition.ts";
import type { CheckedAdvance } from "./check-advance.ts";

/** Spec 4.3 rule 7: a new request, in its first round. */
export function raiseAdvance(
	{
		id,
		createdAt,
		createdBy,
	}: { id: string; createdAt: string; createdBy: Actor },
	{ content, policy }: CheckedAdvance,
): Advance {
	const requesters = [createdBy.userId];
	const stages = toStages(policy, { round: 1, requesters, at: createdAt });
	return {
		request: {
			id,
			type: "VENDOR_ADVANCE",
			...content,
			...toOpening(stages),
			round: 1,
			version: 1,
			requesters,
			createdAt,
			createdBy,
			updatedAt: createdAt,
			updatedBy: createdBy,
			...noMarks,
		},
		stages,
	};
}
