import { invoiceKey } from "../../shared/dynamodb/keys.ts";
import { chooseId } from "../../shared/dynamodb/reads/choose-id.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import { requireRecentSignIn } from "../../shared/http/middleware/authorize.ts";
import type { PathIds } from "../../shared/http/path-ids.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeededWithJson } from "../../shared/http/response.ts";
import { invoiceNotFound } from "../../shared/invoices/errors.ts";
import { toPaymentRecord } from "../../shared/invoices/invoice.record.ts";
import { type Invoice, isLockHeld } from "../../shared/invoices/invoice.ts";
import { toExactJson } from "../../shared/json/exact-json.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import { paymentNotFound } from "../../shared/payments/errors.ts";
import { reversePayment } from "../../shared/payments/reversals/reverse-payment.store.ts";
import { lockHeld, platformPaymentInFlight } from "./errors.ts";

export interface ReversalRequest {
	/** The ids that the path may stand for. */
	ids: PathIds;
	paymentIds: PathIds;
	reason: string;
}

/**
 * C1: reverses a payment that was recorded by mistake. A repetition returns the payment as it is. No
 * payment's id begins with `~`, so that such a path names the decoded one.
 */
export async function reverse(
	table: Table,
	{ ids, paymentIds: [text, paymentId = text], reason }: ReversalRequest,
	{ caller, now }: RequestContext,
): Promise<Reply> {
	requireRecentSignIn(caller, now);
	const organizationId = caller.organization.id;
	const id = await chooseId(table, ids, (one) =>
		invoiceKey(organizationId, one),
	);
	const reversed = await reversePayment(table, {
		organizationId,
		id,
		paymentId,
		reversal: { at: now.toISOString(), by: toActor(caller), reason },
		requireAllowed: (invoice) => requireAllowed(invoice, now),
	});
	if (reversed === "INVOICE_NOT_FOUND") throw invoiceNotFound();
	if (reversed === "PAYMENT_NOT_FOUND") throw paymentNotFound();
	return succeededWithJson(toExactJson(toPaymentRecord(reversed)));
}

/** A reversal is possible in every state of the invoice. */
function requireAllowed(
	{ lock, platformPaymentInFlight: isInFlight }: Invoice,
	now: Date,
) {
	if (isLockHeld(lock, now)) throw lockHeld();
	if (isInFlight) throw platformPaymentInFlight();
}
