import {
	type Invoice,
	isLockHeld,
} from "../../shared/domain/invoices/invoice.ts";
import { toExactJson } from "../../shared/domain/json/exact-json.ts";
import { toActor } from "../../shared/domain/organization/organization.ts";
import { toPaymentRecord } from "../../shared/domain/records/invoice-record.ts";
import {
	invoiceNotFound,
	paymentNotFound,
} from "../../shared/domain/records/not-found.ts";
import type { PathIds } from "../../shared/http/path-ids.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeededWithJson } from "../../shared/http/response.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { reversePayment } from "../../shared/store/invoices/reverse-payment.ts";
import { invoiceKey } from "../../shared/store/keys.ts";
import { chooseId } from "../../shared/store/records/choose-id.ts";
import { lockHeld, platformPaymentInFlight } from "./errors.ts";

export interface ReversalRequest {
	/** The ids that the path may stand for. */
	ids: PathIds;
	paymentIds: PathIds;
	reason: string;
}

/**
 * Corrections C1: reverses a payment that was recorded by mistake. A repetition returns the payment as it is. No payment's
 * id begins with `~`, so that such a path names the decoded one.
 */
export async function reverse(
	table: Table,
	{ ids, paymentIds: [text, paymentId = text], reason }: ReversalRequest,
	{ caller, now }: RequestContext,
): Promise<Reply> {
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
