import type { Table } from "../../../shared/dynamodb/table.ts";
import type { PageRequest } from "../../../shared/http/page-handler.ts";
import { latestAsked } from "../../../shared/mails/asked-approver.store.ts";
import type { Decision } from "../../../shared/payment-requests/workflow/apply-decision.ts";
import { changeAdvance } from "../../../shared/payment-requests/workflow/change-advance.store.ts";
import { planDecision } from "../../../shared/payment-requests/workflow/plan-decision.store.ts";
import type { Transition } from "../../../shared/payment-requests/workflow/transition.ts";
import { linkInvalid } from "../errors.ts";
import type { OpenedLink } from "../open-link.ts";

/**
 * A9: decides the approval that the link of a mail names, for the approver to whom it was sent.
 *
 * @returns null for a repetition.
 */
export async function decideAsApprover(
	table: Table,
	{ claims, user }: OpenedLink,
	{ decision, note }: Pick<Decision, "decision" | "note">,
	request: PageRequest,
): Promise<Transition | null> {
	const { organizationId, paymentRequestId, stage, round } = claims;
	const changed = await changeAdvance(table, {
		organizationId,
		paymentRequestId,
		writeId: request.id,
		async plan(advance) {
			// The approver may have been replaced or asked again since the link was read.
			const isPresent = advance.request.round === round;
			if (isPresent && !latestAsked(advance.stages[stage], claims))
				throw linkInvalid();
			return planDecision(
				advance,
				{ decision, note, stage, round },
				{
					table,
					organizationId,
					by: { userId: user.id, keyId: null, channel: "MAIL" },
					now: request.now,
					requireVersion: () => {},
				},
			);
		},
		refuseImported: () => {
			throw linkInvalid();
		},
	});
	if (changed === "NOT_FOUND") throw linkInvalid();
	return changed.transition;
}
