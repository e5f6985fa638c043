import type { RequestToSettle } from "../attempts/settlement.ts";
import type { ClientContext } from "../client-context.ts";
import type { Batch } from "../generated/openapi.ts";
import { ProcurementPaymentsError } from "../http/errors.ts";
import { type FindRecordedOptions, findRecorded } from "./find-recorded.ts";
import type { SentPayments } from "./to-results.ts";

const path = "/v1.0/payment/mark-as-paid";

/** More than 100 resources are a batch (spec 4.4). */
export const synchronousMax = 100;

/** A request to pay, in the form in which `settleRequest` sends it and asks about it. */
export function toPaymentRequest(
	context: ClientContext,
	sent: SentPayments,
	onRead?: FindRecordedOptions["onRead"],
): Omit<RequestToSettle, "mayHaveArrived" | "maySend"> {
	const { sendOnce, unusedSince } = context;
	const { resources, attempt } = sent;
	const { idempotencyKey } = attempt;
	const headers = { "x-idempotency-key": idempotencyKey };
	const body = { resourceType: "INVOICE", resources };
	return {
		idempotencyKey,
		unusedSince,
		send: (signal) => sendOnce({ method: "POST", path, headers, body }, signal),
		ask: (signal) =>
			sendOnce(
				{ method: "GET", path: "/v1.0/attempt/mark-as-paid", headers },
				signal,
			),
		async search(signal) {
			// The payments of a batch that is at work are not all recorded yet.
			if (
				resources.length > synchronousMax &&
				(await findRunningBatch(context, signal))
			)
				throw new ProcurementPaymentsError(
					"A batch of the organization is running",
					{ isRetryable: true },
				);
			return findRecorded(context, sent, { signal, ...(onRead && { onRead }) });
		},
	};
}

/** Finds a batch of the organization that is running. A batch of the web application is not listed. */
export async function findRunningBatch(
	{ sendRepeatedly }: ClientContext,
	signal?: AbortSignal,
): Promise<string | undefined> {
	const query = { limit: 10 };
	const answer = await sendRepeatedly({ method: "GET", path, query }, signal);
	// Unchecked cast: the OpenAPI document gives the answer this shape.
	const { items } = answer.body.data as { items: Batch[] };
	return items.find(({ status }) => status === "PENDING")?.bulkActionSlug;
}
