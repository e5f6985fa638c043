import { findBatch } from "../batches/batches.store.ts";
import { isAccepted } from "../batches/payment-batch.ts";
import type { Table } from "../dynamodb/table.ts";
import { hasPaymentRequest } from "../payment-requests/find-advance.store.ts";
import {
	type Attempt,
	type AttemptOutcome,
	nothingCreated,
} from "./attempt.ts";
import { findAttemptPayments } from "./find-attempt-payments.store.ts";

/**
 * Reads what an attempt has created: its payments, its batch or its payment request. Makes one round trip, or more when
 * payments were archived since.
 *
 * @throws When the store could not be read.
 */
export async function findAttemptOutcome(
	table: Table,
	organizationId: string,
	attempt: Attempt,
): Promise<AttemptOutcome> {
	const { attemptId, claimedAt, request } = attempt;
	switch (request.kind) {
		case "INVALID":
			return nothingCreated;
		case "PAYMENTS": {
			const attemptPayments = {
				attemptId,
				claimedAt,
				payments: request.payments,
			};
			const paymentIds = await findAttemptPayments(
				table,
				organizationId,
				attemptPayments,
			);
			return { ...nothingCreated, paymentIds };
		}
		case "BATCH": {
			const id = { organizationId, bulkActionSlug: attemptId };
			const batch = await findBatch(table, id);
			return {
				...nothingCreated,
				bulkActionSlug: batch && isAccepted(batch) ? attemptId : null,
			};
		}
		case "ADVANCE": {
			const isCreated = await hasPaymentRequest(
				table,
				organizationId,
				attemptId,
			);
			return {
				...nothingCreated,
				paymentRequestId: isCreated ? attemptId : null,
			};
		}
	}
}
