import {
	IdempotencyAlreadyInProgressError,
	IdempotencyConfig,
	IdempotencyItemAlreadyExistsError,
	IdempotencyRecordStatus,
	makeIdempotent,
} from "@aws-lambda-powertools/idempotency";
import {
	BasePersistenceLayer,
	IdempotencyRecord,
} from "@aws-lambda-powertools/idempotency/persistence";
import type { Context } from "aws-lambda";
import {
	type AttemptedRequest,
	type ClaimHolder,
	windowSeconds,
} from "../attempts/attempt.ts";
import { type Logger, orWarn } from "../logging/logger.ts";
import type { RetryTime } from "../timing/retry-time.ts";
import { IdempotencyKeyRejection } from "./errors.ts";

/** Claims an idempotency key for an attempt; returns the attempt that holds it. */
export type ClaimIdempotencyKey = (
	claim: {
		organizationId: string;
		operation: string;
		idempotencyKey: string;
		attemptId: string;
		/** The part of the request that the claim stores. */
		request: AttemptedRequest;
		now: Date;
	},
	retryTime: RetryTime,
) => Promise<ClaimHolder>;

interface Attempt {
	attemptId: string;
	claim: () => Promise<ClaimHolder>;
	/** Describes the attempt that holds the key. */
	describe: (holder: ClaimHolder) => Promise<string | undefined>;
	logger: Logger;
	context: Context;
}

export type RunOnce = typeof runOnce;

/**
 * Runs a function if its attempt claims the idempotency key.
 *
 * @throws IdempotencyKeyRejection 409 when another attempt holds the key (spec 5, "Idempotency key" 1).
 */
export async function runOnce<T extends object>(
	run: () => Promise<T>,
	attempt: Attempt,
): Promise<T> {
	const config = new IdempotencyConfig({ lambdaContext: attempt.context });
	const persistenceStore = new ClaimPersistence(attempt);
	const guarded = makeIdempotent(run, { config, persistenceStore });
	try {
		return await guarded();
	} catch (error) {
		if (!(error instanceof IdempotencyAlreadyInProgressError)) throw error;
		const reason = `This x-idempotency-key was used within the last ${windowSeconds / 60} minutes`;
		const { holder } = persistenceStore;
		// A 500 instead of the 409 would hide that the key is claimed.
		const advice = await orWarn(
			attempt.logger,
			"The attempt that holds an idempotency key could not be read",
			attempt.describe(holder),
		);
		throw new IdempotencyKeyRejection(
			409,
			`${reason}. ${advice ?? findOut}`,
			holder.attemptId,
		);
	}
}

/** Under a new key, the payments of the first request would be made again. */
const findOut = "Find out what the first request did before you use a new key";

type Claimant = Pick<Attempt, "attemptId" | "claim">;

/**
 * A Powertools persistence layer with one conditional write for each request. It never updates or deletes a claim: the
 * key stays claimed for its window, with any outcome (ADR 5). Powertools would delete it after an error, and a
 * retry could pay again.
 */
class ClaimPersistence extends BasePersistenceLayer {
	/** The attempt that holds the key; set by the claim. */
	holder: ClaimHolder = { attemptId: "", isAttempt: false };
	readonly #attempt: Claimant;

	constructor(attempt: Claimant) {
		super();
		this.#attempt = attempt;
	}

	protected override async _putRecord() {
		this.holder = await this.#attempt.claim();
		const { attemptId } = this.holder;
		if (attemptId === this.#attempt.attemptId) return;
		throw new IdempotencyItemAlreadyExistsError(
			"The idempotency key is claimed",
			heldBy(attemptId),
		);
	}

	protected override async _getRecord(idempotencyKey: string) {
		return heldBy(idempotencyKey);
	}

	protected override async _updateRecord() {}

	protected override async _deleteRecord() {}

	/** No hashing: the claim's key is built by `claim`. */
	protected override getHashedIdempotencyKey() {
		return this.#attempt.attemptId;
	}
}

/** Without an expiry, so that Powertools treats it as in progress and never as expired. */
function heldBy(idempotencyKey: string) {
	return new IdempotencyRecord({
		idempotencyKey,
		status: IdempotencyRecordStatus.INPROGRESS,
	});
}
