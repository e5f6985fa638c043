import {
	type AttemptedRequest,
	type AttemptOperation,
	toAttemptHint,
} from "../shared/attempts/attempt.ts";
import { claimIdempotencyKey } from "../shared/attempts/idempotency-claims.store.ts";
import { storeRequestEnd } from "../shared/attempts/request-ends.store.ts";
import { requestTable } from "../shared/dynamodb/retries/request-table.ts";
import { type Table, withRetryTime } from "../shared/dynamodb/table.ts";
import type {
	Claims,
	KeyedRequest,
} from "../shared/http/middleware/claim-key.ts";

/** What is particular to the claims of one endpoint's requests. */
interface Claiming<Input> {
	operation: AttemptOperation;
	/** The part of a valid request that its claim stores (R9). */
	toRequest: (input: Input) => AttemptedRequest;
	/** Describes what an attempt has created; undefined when that is not known. */
	describe: (
		organizationId: string,
		attemptId: string,
	) => Promise<string | undefined>;
}

/** The claims of an endpoint's requests, in the table. */
export function claimsIn<Input>(
	table: Table,
	{ operation, toRequest, describe }: Claiming<Input>,
): Claims<Input> {
	return {
		claim: (request, { input, body = "" }) =>
			claimIdempotencyKey(withRetryTime(table, request.retryTime), {
				...toKey(request),
				attemptId: request.attemptId,
				request:
					"error" in input ? { kind: "INVALID" } : toRequest(input.value),
				body,
				now: request.now,
			}),
		describe: async (request, holder) =>
			(await describe(request.caller.organization.id, holder)) ??
			toAttemptHint(operation),
		storeEnd: (request) =>
			storeRequestEnd(requestTable(table, request), {
				...toKey(request),
				attemptId: request.attemptId,
				claimedAt: request.now,
			}),
	};

	function toKey({ caller, idempotencyKey }: KeyedRequest) {
		const organizationId = caller.organization.id;
		return { organizationId, operation, idempotencyKey };
	}
}
