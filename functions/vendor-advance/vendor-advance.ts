import type { Table } from "../../shared/dynamodb/table.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import { advanceTooLarge } from "../../shared/payment-requests/errors.ts";
import { requireLinkable } from "../../shared/payment-requests/order-link/purchase-order-link.ts";
import { isStorable } from "../../shared/payment-requests/raise/advance-items.store.ts";
import { findAdvanceReferences } from "../../shared/payment-requests/raise/advance-references.store.ts";
import {
	advanceReferenceIds,
	checkAdvance,
} from "../../shared/payment-requests/raise/check-advance.ts";
import { raiseAdvance } from "../../shared/payment-requests/raise/raise-advance.ts";
import { recordAdvance } from "../../shared/payment-requests/raise/record-advance.store.ts";
import type { RequestedAdvance } from "../../shared/payment-requests/raise/requested-advance.ts";

/** Spec 4.3: creates an advance atomically. */
export async function createVendorAdvance(
	table: Table,
	advance: RequestedAdvance,
	{ caller, attemptId, now }: RequestContext,
): Promise<Reply> {
	const { organization } = caller;
	const createdBy = toActor(caller);
	const found = await findAdvanceReferences(
		table,
		organization.id,
		advanceReferenceIds(organization, advance),
	);
	const checked = checkAdvance(
		{ requesters: [createdBy.userId] },
		{ advance, organization, found },
	);
	const createdAt = now.toISOString();
	const raised = raiseAdvance({ id: attemptId, createdAt, createdBy }, checked);
	if (!isStorable(organization.id, raised)) throw advanceTooLarge();

	const { vendorId, tax, currency, policyUsed } = checked.content;
	const { netPayable } = tax;
	const { baseCurrency } = organization;
	await recordAdvance(table, organization.id, raised, {
		order: found.purchaseOrder,
		requireLinkable: (order) =>
			requireLinkable(order, { vendorId, netPayable, currency, baseCurrency }),
	});
	return succeeded({ paymentRequestId: attemptId, policyUsed }, { created: 1 });
}
