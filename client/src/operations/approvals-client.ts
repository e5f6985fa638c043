import { changeVersion } from "../advances/change-version.ts";
import { isResubmissionOf } from "../advances/is-resubmission-of.ts";
import { path } from "../http/path.ts";
import { type CallOptions, call, list } from "./call.ts";
import type {
	Item,
	OperationId,
	Query,
	RequestBody,
} from "./operation-types.ts";
import {
	RecordsClient,
	toIfMatch,
	type UpdateOptions,
} from "./records-client.ts";

/** Options of a change that must name the version to which it applies. */
export interface VersionedOptions extends CallOptions {
	/** The `version` of the payment request as it was read. */
	ifVersion: number;
}

/** The approvals of payment requests. */
export class ApprovalsClient extends RecordsClient {
	/** Lists what waits for the approval of the API key's user, the latest first. */
	listOpenApprovals(
		query: Query<"listOpenApprovals"> = {},
		options?: CallOptions,
	) {
		const path = "/v1.0/approval";
		return list<"listOpenApprovals">(this.context, path, query, options);
	}

	/** Lists the history, the newest entry first. */
	listPaymentRequestHistory(
		paymentRequestId: string,
		query: Query<"listPaymentRequestHistory"> = {},
		options?: CallOptions,
	) {
		return list<"listPaymentRequestHistory">(
			this.context,
			path`/v1.0/payment/request/${paymentRequestId}/history`,
			query,
			options,
		);
	}

	/**
	 * Sent again after a lost answer.
	 *
	 * @remarks A repeated request changes nothing: `stage` and `round` name the approval, which is decided once.
	 * `x-idempotency-key` is not read.
	 */
	decideApproval(
		paymentRequestId: string,
		decision: RequestBody<"decideApproval">,
		options: UpdateOptions = {},
	) {
		const url = path`/v1.0/payment/request/${paymentRequestId}/decision`;
		return this.transition<"decideApproval">(url, decision, options);
	}

	/**
	 * Sent again after a lost answer. After a 412, the history tells whether an earlier copy of the same resubmission took
	 * effect: then returns the record as it is now, also to a later call with the same content.
	 *
	 * @throws VersionMismatchError When another change came first, or when the API key may not read the payment request.
	 *
	 * @remarks A repeated request is answered 412, because the first one has changed the `version` that `If-Match` names.
	 * The record's `round` shows whether it took effect. `x-idempotency-key` is not read.
	 */
	resubmitPaymentRequest(
		paymentRequestId: string,
		advance: RequestBody<"resubmitPaymentRequest">,
		{ ifVersion, ...options }: VersionedOptions,
	) {
		const body = structuredClone(advance);
		return changeVersion(
			this.context,
			{
				paymentRequestId,
				ifVersion,
				name: "resubmission",
				body,
				action: "RESUBMITTED",
				isOwn: isResubmissionOf(body),
			},
			options,
		);
	}

	/**
	 * Sent again after a lost answer.
	 *
	 * @remarks A repeated request changes nothing: a payment request is cancelled once. `x-idempotency-key` is not read.
	 */
	cancelPaymentRequest(
		paymentRequestId: string,
		cancellation: RequestBody<"cancelPaymentRequest">,
		options: UpdateOptions = {},
	) {
		const url = path`/v1.0/payment/request/${paymentRequestId}/cancellation`;
		return this.transition<"cancelPaymentRequest">(url, cancellation, options);
	}

	/**
	 * Sent again after a lost answer; a 412 is settled as that of a resubmission is.
	 *
	 * @throws VersionMismatchError When another change came first, or when the API key may not read the payment request.
	 *
	 * @remarks A repeated request changes nothing: an approver is replaced or added once. If it asks an approver again, it
	 * is answered 412. `x-idempotency-key` is not read.
	 */
	changeApprover(
		paymentRequestId: string,
		change: RequestBody<"changeApprover">,
		{ ifVersion, ...options }: VersionedOptions,
	) {
		const body = structuredClone(change);
		return changeVersion(
			this.context,
			{
				paymentRequestId,
				ifVersion,
				name: "approver",
				body,
				action: "APPROVER_CHANGED",
				isOwn: isChangeOf(body),
			},
			options,
		);
	}

	private transition<Id extends OperationId>(
		url: string,
		body: unknown,
		options: UpdateOptions,
	) {
		const request = {
			method: "POST",
			path: url,
			body,
			...toIfMatch(options),
			isRepeatable: true,
		} as const;
		return call<Id>(this.context, request, options);
	}
}

/** Did a change of an approver with this body lead to an entry of the history? */
const isChangeOf =
	({ stage, round, from, to, reason }: RequestBody<"changeApprover">) =>
	(entry: Item<"listPaymentRequestHistory">): boolean => {
		// Unchecked cast: an approver's changes have this shape.
		const { approver } = (entry.changes ?? {}) as {
			approver?: { from: string | null; to: string };
		};
		return (
			entry.stage === stage &&
			entry.round === round &&
			entry.note === reason &&
			(approver?.from ?? undefined) === from &&
			approver?.to === to
		);
	};
