import type { AttemptKey } from "../attempts/attempt-key.ts";
import { IdempotencyKeyReusedError } from "../attempts/errors.ts";
import type { Recorded } from "../attempts/settlement.ts";
import type {
	Attempt,
	BatchResult,
	PaymentResult,
} from "../generated/openapi.ts";
import type { PaymentResource, ResourceResult } from "./resource.ts";

export interface SentPayments {
	resources: readonly PaymentResource[];
	attempt: AttemptKey;
}

/**
 * Gives the service's results, which are in request order, the caller's slugs: the service may shorten very long ones.
 *
 * @throws IdempotencyKeyReusedError When the results belong to other resources.
 */
export function toResults(
	{ resources, attempt }: SentPayments,
	answered: readonly (PaymentResult | BatchResult)[],
	bulkActionSlug: string | null,
): ResourceResult[] {
	const { idempotencyKey } = attempt;
	const origin = { idempotencyKey, bulkActionSlug };
	if (answered.length !== resources.length)
		throw new IdempotencyKeyReusedError();
	return answered.map((result, position) => {
		const slug = resources[position]?.slug ?? "";
		if (!isSameSlug(slug, result.slug)) throw new IdempotencyKeyReusedError();
		return result.status === "DONE"
			? { slug, status: result.status, reason: null, ...origin }
			: { slug, status: result.status, reason: result.reason, ...origin };
	});
}

/** The service answers with an empty slug for a resource whose data it has lost. */
export const isSameSlug = (sent: string, answered: string) =>
	answered === sent || answered === "" || [...sent].length > shownLength;

/**
 * The results that a settled attempt shows, unless it started a batch.
 *
 * @throws IdempotencyKeyReusedError When the attempt belongs to other resources.
 */
export function attemptToResults(
	{ resources, attempt }: SentPayments,
	{ results, bulkActionSlug }: Attempt,
): ResourceResult[] {
	if (bulkActionSlug !== null) throw new IdempotencyKeyReusedError();
	const { idempotencyKey } = attempt;
	const origin = { idempotencyKey, bulkActionSlug, reason: null };
	// The request was refused as invalid, or its batch was not accepted: nothing of it is recorded.
	if (!results) {
		return resources.map(({ slug }) => ({
			slug,
			status: "NOT_RECORDED",
			...origin,
		}));
	}
	if (results.length !== resources.length)
		throw new IdempotencyKeyReusedError();
	return resources.map((resource, position) => {
		const attempted = results[position];
		if (!attempted || !isSamePayment(resource, attempted))
			throw new IdempotencyKeyReusedError();
		const status = attempted.status === "RECORDED" ? "DONE" : attempted.status;
		return { slug: resource.slug, status, ...origin };
	});
}

/**
 * The results that the records show of a request whose attempt is forgotten.
 *
 * @throws IdempotencyKeyReusedError When the results belong to other resources.
 */
export function recordedToResults(
	{ resources, attempt }: SentPayments,
	found: readonly Recorded[],
): ResourceResult[] {
	const { idempotencyKey } = attempt;
	return resources.map(({ slug }, position) => {
		const recorded = found[position];
		if (!recorded || recorded.state === "UNCLEAR")
			throw new IdempotencyKeyReusedError();
		const { state, bulkActionSlug } = recorded;
		const status = state === "RECORDED" ? "DONE" : state;
		return { slug, status, reason: null, idempotencyKey, bulkActionSlug };
	});
}

/** The service shows at most this many code points of a slug. */
const shownLength = 100;

/** The service reads 0.30000000000000004 as 0.3. Amounts that are meant to differ are never so close. */
const amountTolerance = 0.000001;

export const isSameAmount = (one: number, other: number) =>
	Math.abs(one - other) <= amountTolerance;

const isSamePayment = (
	sent: PaymentResource,
	attempted: { slug: string; amount: number },
) =>
	[...sent.slug].slice(0, shownLength).join("") === attempted.slug &&
	isSameAmount(sent.amount, attempted.amount);
