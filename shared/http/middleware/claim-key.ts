import {
	IdempotencyConfig,
	IdempotencyItemAlreadyExistsError,
	IdempotencyRecordStatus,
} from "@aws-lambda-powertools/idempotency";
import { makeHandlerIdempotent } from "@aws-lambda-powertools/idempotency/middleware";
import {
	BasePersistenceLayer,
	IdempotencyRecord,
} from "@aws-lambda-powertools/idempotency/persistence";
import type { MiddlewareObj } from "@middy/core";
import { type Logger, orWarn } from "../../logging/logger.ts";
import { hasRecordedAll, type KeyHolder, type Reply } from "../response.ts";
import type { RequestContext } from "./begin-request.ts";
import type { ValidatedEvent } from "./validate-body.ts";

/** Where the requests of an endpoint claim their idempotency keys. */
export interface Claims<Input> {
	/** @returns The attempt that holds the key: this request's, or an earlier one. */
	claim: (
		request: KeyedRequest,
		event: ClaimingEvent<Input>,
	) => Promise<Pick<KeyHolder, "attemptId" | "hasOtherBody">>;
	/** What the attempt that holds the key has led to, for the 409. Makes one read. */
	describe: (request: KeyedRequest, holder: string) => Promise<string>;
	/** Stores that the request has ended, so that its attempt is `SETTLED` at once (R9). */
	storeEnd: (request: KeyedRequest) => Promise<void>;
}

export type KeyedRequest = RequestContext & { idempotencyKey: string };

export type ClaimingEvent<Input> = ValidatedEvent<Input> & {
	/** Set when another attempt holds the key. */
	keyHolder?: KeyHolder;
};

/**
 * Spec 5, "Idempotency key" 1: of the requests with one key, only one is carried out within the key's window. The
 * middleware is Powertools'. It throws its `IdempotencyAlreadyInProgressError` for every other request, which `respond`
 * makes the 409.
 */
export const claimKey = <Input>(
	claims: Claims<Input>,
	logger: Logger,
): MiddlewareObj<ClaimingEvent<Input>> =>
	makeHandlerIdempotent({
		persistenceStore: new ClaimPersistence(claims, logger),
		config: new IdempotencyConfig({}),
	});

/**
 * Stores claims as Powertools' persistence layer. It overrides the methods that get the whole event, and so takes the
 * key as it is: Powertools would hash the event, which may have 6 MB. It keeps no state, because concurrent requests
 * share it.
 */
class ClaimPersistence<Input> extends BasePersistenceLayer {
	readonly #claims: Claims<Input>;
	readonly #logger: Logger;

	constructor(claims: Claims<Input>, logger: Logger) {
		super();
		this.#claims = claims;
		this.#logger = logger;
	}

	/** Claims the key. A request without a key (vendor advance) makes no claim. */
	override async saveInProgress(data: unknown) {
		const event = data as ClaimingEvent<Input>;
		const { request } = event;
		if (!hasKey(request)) return;

		const holder = await this.#claims.claim(request, event);
		const { attemptId } = holder;
		if (attemptId === request.attemptId) return;
		// A 500 instead of the 409 would hide that the key is claimed.
		const description = await orWarn(
			this.#logger,
			"The attempt that holds an idempotency key could not be read",
			this.#claims.describe(request, attemptId),
		);
		event.keyHolder = { ...holder, advice: description ?? findOut };
		throw new IdempotencyItemAlreadyExistsError(
			"Another attempt holds the idempotency key",
			inProgress(attemptId),
		);
	}

	/**
	 * Stores the end of a request (ADR 13). It never throws: Powertools would answer a recorded payment with a 500. What
	 * could not be stored is `SETTLED` later.
	 */
	override async saveSuccess(data: unknown, result: unknown) {
		const { request, input } = data as ClaimingEvent<Input>;
		if (!hasKey(request) || "error" in input) return;
		// Unchecked cast: the handler returns a reply.
		if (hasRecordedAll(result as Reply) || !request.openWrites.isNone) return;
		await orWarn(
			this.#logger,
			"The end of a request could not be stored",
			this.#claims.storeEnd(request),
			{
				organization: request.caller.organization.id,
				attempt: request.attemptId,
			},
		);
	}

	/**
	 * Does nothing, because a key stays claimed after any outcome (ADR 5). Powertools deletes after every error, also
	 * when a repeated request was refused (its issue 5675): the next request with the key would pay again.
	 */
	override async deleteRecord() {}

	protected override _putRecord = notCalled;
	protected override _getRecord = notCalled;
	protected override _updateRecord = notCalled;
	protected override _deleteRecord = notCalled;
}

/** Under a new key, the payments of the first request would be made again. */
const findOut = "Find out what the first request did before you use a new key";

const hasKey = (request: RequestContext): request is KeyedRequest =>
	request.idempotencyKey !== null;

/**
 * An attempt is never reported as completed, even if it is: Powertools would replay its stored reply, or run the
 * request again if there is none. Without an expiry it never counts as expired.
 */
const inProgress = (idempotencyKey: string) =>
	new IdempotencyRecord({
		idempotencyKey,
		status: IdempotencyRecordStatus.INPROGRESS,
	});

/** It is never called: only the methods that are overridden above would do so. */
function notCalled(): never {
	throw new Error("Claims are stored by key, not by record");
}
