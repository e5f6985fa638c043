import {
	advanceReferenceIds,
	checkAdvance,
} from "../../shared/domain/advances/check-advance.ts";
import { advanceTooLarge } from "../../shared/domain/advances/errors.ts";
import { requireLinkable } from "../../shared/domain/advances/purchase-order-link.ts";
import { raiseAdvance } from "../../shared/domain/advances/raise-advance.ts";
import type { RequestedAdvance } from "../../shared/domain/advances/requested-advance.ts";
import { toActor } from "../../shared/domain/organization/organization.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import { isStorable } from "../../shared/store/advances/advance-items.ts";
import { findAdvanceReferences } from "../../shared/store/advances/advance-references.ts";
import { recordAdvance } from "../../shared/store/advances/record-advance.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";

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
