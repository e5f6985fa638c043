import { toWho } from "../actors/actor.ts";
import { type PaymentRun, toExpiry, totalOf } from "./payment-run.ts";

/** Runs P1 */
export const toPaymentRunRecord = (run: PaymentRun) => ({
	runId: run.runId,
	name: run.name,
	state: run.state,
	total: totalOf(run),
	amount: run.amount,
	leaveOut: run.leaveOut,
	repeatOf: run.repeatOf,
	createdAt: run.createdAt,
	createdBy: toWho(run.createdBy),
	releasedAt: run.release?.at ?? null,
	releasedBy: toWho(run.release?.by ?? null),
	discardedAt: run.discard?.at ?? null,
	discardedBy: toWho(run.discard?.by ?? null),
	expiresAt: toExpiry(run),
	version: run.version,
});
