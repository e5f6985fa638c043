import { isStorable } from "../../shared/advances/advance-items.store.ts";
import { findAdvanceReferences } from "../../shared/advances/advance-references.store.ts";
import {
	advanceReferenceIds,
	checkAdvance,
} from "../../shared/advances/check-advance.ts";
import { advanceTooLarge } from "../../shared/advances/errors.ts";
import { requireLinkable } from "../../shared/advances/order-link/purchase-order-link.ts";
import { raiseAdvance } from "../../shared/advances/raise-advance.ts";
import { recordAdvance } from "../../shared/advances/record-advance.store.ts";
import type { RequestedAdvance } from "../../shared/advances/requested-advance.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import { toActor } from "../../shared/organizations/organization.ts";

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
