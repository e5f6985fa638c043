import { invalidStateTransition } from "../../shared/errors/api-error.ts";
import type { Reply } from "../../shared/http/response.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import { discardRun as discard } from "../../shared/payment-runs/discard-run.store.ts";
import { paymentRunNotFound } from "../../shared/payment-runs/errors.ts";
import type { PaymentRun } from "../../shared/payment-runs/payment-run.ts";
import type { ChangeRun } from "./change-route.ts";
import { toReply } from "./reply.ts";

/** Runs P5: makes a draft `DISCARDED` and frees its list. A run that is discarded already is returned as it is. */
export const discardRun: ChangeRun = async ({ table }, draft, request) => {
	if (draft.state !== "DRAFT") return answerDiscarded(draft);
	const { caller, now } = request;
	return answerDiscarded(
		await discard(table, {
			...draft,
			state: "DISCARDED",
			discard: { at: now.toISOString(), by: toActor(caller) },
			version: draft.version + 1,
		}),
	);
};

/** @param run A run that is no longer a draft; undefined when it has expired. */
function answerDiscarded(run: PaymentRun | undefined): Reply {
	if (!run) throw paymentRunNotFound();
	if (run.state === "DISCARDED") return toReply(run);
	throw invalidStateTransition(
		"The payment run is RELEASED: only a DRAFT can be discarded; to end its batch, stop it",
	);
}
