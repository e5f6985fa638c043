import type { FromSchema } from "json-schema-to-ts";
import { calendarDateIn } from "../../shared/domain/calendar-date.ts";
import { toActor } from "../../shared/domain/organization.ts";
import {
	planPayments,
	resultsAfter,
} from "../../shared/domain/payment-plan.ts";
import type { PaymentResult } from "../../shared/domain/payment-result.ts";
import {
	type RequestedPayment,
	toRequestedPayment,
} from "../../shared/domain/requested-payment.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import {
	allFailed,
	type Reply,
	succeeded,
} from "../../shared/http/response.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { findInvoicesToPay } from "../../shared/store/invoices/invoices.ts";
import { recordPaymentsConclusively } from "../../shared/store/invoices/record-payments.ts";
import type { schema } from "./schema.ts";

export type MarkAsPaidBody = FromSchema<typeof schema>;

/** Spec 4.4, up to 100 resources: each is attempted on its own and gets its own result, in request order. */
export async function markAsPaid(
	table: Table,
	{ resources }: MarkAsPaidBody,
	request: RequestContext,
): Promise<Reply> {
	const organizationId = request.caller.organization.id;
	const slugs = resources.map(({ slug }) => slug);
	const invoices = await findInvoicesToPay(table, organizationId, slugs);
	const requested = toRequestedPayments(resources, request);
	const plan = planPayments(requested, invoices, request.now);
	const outcomes = await recordPaymentsConclusively(
		table,
		organizationId,
		plan.postings,
	);
	return toReply(resultsAfter(plan, outcomes));
}

function toRequestedPayments(
	resources: MarkAsPaidBody["resources"],
	{ caller, attemptId, idempotencyKey, now }: RequestContext,
): RequestedPayment[] {
	const origin = {
		attemptId,
		...toActor(caller),
		idempotencyKey,
		batch: null,
		today: calendarDateIn(caller.organization.timezone, now),
		now,
	};
	return resources.map((resource, position) =>
		toRequestedPayment(resource, position, origin),
	);
}

/** Spec 4.4 rule 3: when nothing was paid the answer is 422, with the first reason for its message. */
function toReply(results: PaymentResult[]): Reply {
	const data = { status: "DONE", results };
	const [first] = results;
	const isAnyDone = results.some(({ status }) => status === "DONE");
	if (isAnyDone || !first?.reason) return succeeded(data);
	return allFailed(first.reason, data);
}
