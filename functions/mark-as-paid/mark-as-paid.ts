import { calendarDateIn } from "../../shared/dates/calendar-date.ts";
import { isKeyText } from "../../shared/dynamodb/keys.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import {
	allFailed,
	type Reply,
	succeeded,
} from "../../shared/http/response.ts";
import { findInvoicesToPay } from "../../shared/invoices/invoices.store.ts";
import { tryArchivePayments } from "../../shared/invoices/item/archive-payments.store.ts";
import { fitsAnswer } from "../../shared/json/response-size.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import {
	planPayments,
	resultsAfter,
} from "../../shared/payments/payment-plan.ts";
import type { PaymentResult } from "../../shared/payments/payment-result.ts";
import { tallyPayments } from "../../shared/payments/payment-tally.ts";
import { recordPaymentsConclusively } from "../../shared/payments/record-payments.store.ts";
import {
	type RequestedPayment,
	toRequestedPayment,
} from "../../shared/payments/requested-payment.ts";
import { shorten } from "../../shared/text/shorten.ts";
import type { MarkAsPaidBody } from "./schema.ts";

/** Spec 4.4, up to 100 resources: attempts each payment independently. Results are in request order. */
export async function markAsPaid(
	table: Table,
	{ resources }: MarkAsPaidBody,
	request: RequestContext,
): Promise<Reply> {
	const organizationId = request.caller.organization.id;
	const slugs = resources.map(({ slug }) => slug);
	const invoices = await findInvoicesToPay(
		table,
		organizationId,
		slugs,
		tryArchivePayments,
	);
	const requested = toRequestedPayments(resources, request);
	const plan = planPayments(requested, invoices, request.now);
	const outcomes = await request.openWrites.fenced(() =>
		recordPaymentsConclusively(table, organizationId, plan.postings),
	);
	return toReply(resultsAfter(plan, outcomes), resources);
}

function toRequestedPayments(
	resources: MarkAsPaidBody["resources"],
	{ caller, attemptId, idempotencyKey, now }: RequestContext,
): RequestedPayment[] {
	let today: string | undefined;
	const origin = {
		attemptId,
		...toActor(caller),
		idempotencyKey,
		batch: null,
		today: () => {
			today ??= calendarDateIn(caller.organization.timezone, now);
			return today;
		},
		now,
	};
	return resources.map((resource, position) =>
		toRequestedPayment(resource, position, origin),
	);
}

/** Spec 4.4 rule 3: when nothing was paid, the status is 422 and the message is the first reason. */
function toReply(
	results: PaymentResult[],
	resources: MarkAsPaidBody["resources"],
): Reply {
	const outcome = { payments: tallyPayments(results, resources) };
	const data = { status: "DONE", results: fitResults(results) };
	const [first] = results;
	const isAnyDone = results.some(({ status }) => status === "DONE");
	if (isAnyDone || !first?.reason) return succeeded(data, outcome);
	return allFailed(first.reason, data, outcome);
}

/**
 * Results of recorded payments must reach the caller. Only slugs too long for any invoice can exceed the response size,
 * so those are shortened.
 */
function fitResults(results: PaymentResult[]): PaymentResult[] {
	if (fitsAnswer(results)) return results;
	return results.map((result) =>
		isKeyText(result.slug) ? result : { ...result, slug: shorten(result.slug) },
	);
}
