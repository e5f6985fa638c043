import { refuseBatch } from "../../shared/batch-starts/refuse-batch.ts";
import { sendBatch } from "../../shared/batch-starts/send-batch.ts";
import {
	type PaymentBatch,
	toBatchExpiry,
} from "../../shared/batches/payment-batch.ts";
import { calendarDateIn } from "../../shared/dates/calendar-date.ts";
import { invalidStateTransition } from "../../shared/errors/api-error.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import type { Reply } from "../../shared/http/response.ts";
import { toDecimal } from "../../shared/money/decimal.ts";
import {
	type Caller,
	toActor,
} from "../../shared/organizations/organization.ts";
import { paymentRunNotFound } from "../../shared/payment-runs/errors.ts";
import {
	type PaymentRun,
	totalOf,
} from "../../shared/payment-runs/payment-run.ts";
import { releaseRun as release } from "../../shared/payment-runs/release-run.store.ts";
import type { ChangeRun } from "./change-route.ts";
import { needsSecondPerson } from "./errors.ts";
import { toReply } from "./reply.ts";

const advice = "release the run again";

/** Runs P4: makes a draft `RELEASED` and starts its batch. A run that is released already is returned as it is. */
export const releaseRun: ChangeRun = async (
	{ table, sendChunks, pipeline },
	draft,
	request,
) => {
	if (draft.state !== "DRAFT") return answerReleased(draft);
	requireSecondPerson(request.caller, draft);

	const released = toReleased(draft, request);
	const batch = toBatch(released, request);
	const outcome = await release(table, released, batch);
	if (outcome.kind === "NO_DRAFT") return answerReleased(outcome.run);
	if (outcome.kind === "BATCH_IN_PROGRESS") {
		const { organizationId } = draft;
		const refusing = { organizationId, guard: outcome.guard, advice };
		return refuseBatch(
			{ ...pipeline, table },
			{ ...refusing, now: request.now },
		);
	}
	await sendBatch({ ...pipeline, sendChunks }, batch);
	const sent = { batch: batch.bulkActionSlug, chunks: batch.chunks };
	return { ...toReply(released), outcome: sent };
};

/** @param run A run that is no longer a draft; undefined when it has expired. */
function answerReleased(run: PaymentRun | undefined): Reply {
	if (!run) throw paymentRunNotFound();
	if (run.state === "RELEASED") return toReply(run);
	throw invalidStateTransition(
		"The payment run is DISCARDED: only a DRAFT can be released",
	);
}

/** Runs P4, "Second person". The rule applies to every role, and to the user whatever key or session they use. */
function requireSecondPerson(
	{ organization: { secondPersonFrom }, user }: Caller,
	{ amount, createdBy }: PaymentRun,
) {
	if (secondPersonFrom === null || user.id !== createdBy.userId) return;
	if (amount.gte(toDecimal(secondPersonFrom))) throw needsSecondPerson();
}

const toReleased = (
	draft: PaymentRun,
	{ caller, now }: RequestContext,
): PaymentRun => ({
	...draft,
	state: "RELEASED",
	release: { at: now.toISOString(), by: toActor(caller) },
	version: draft.version + 1,
});

/** The batch of a released run: user, key and date are those of the release. */
function toBatch(
	run: PaymentRun,
	{ caller, now }: RequestContext,
): PaymentBatch {
	const acceptedAt = now.toISOString();
	return {
		organizationId: run.organizationId,
		bulkActionSlug: run.runId,
		status: "PENDING",
		total: totalOf(run),
		chunks: run.chunkSizes.length,
		counted: new Set(),
		counts: { DONE: 0, ERROR: 0, SKIPPED: 0 },
		...toActor(caller),
		idempotencyKey: null,
		defaultPaymentDate: calendarDateIn(caller.organization.timezone, now),
		leaveOut: run.leaveOut,
		createdAt: acceptedAt,
		progressAt: acceptedAt,
		sentAt: acceptedAt,
		finishedAt: null,
		stop: null,
		expiresAt: toBatchExpiry(now),
	};
}
