import {
	type AdvanceReferences,
	checkAdvance,
} from "../../shared/domain/advances/check-advance.ts";
import { advanceTooLarge } from "../../shared/domain/advances/errors.ts";
import { requireLinkable } from "../../shared/domain/advances/purchase-order-link.ts";
import type { RequestedAdvance } from "../../shared/domain/advances/requested-advance.ts";
import {
	type Organization,
	toActor,
} from "../../shared/domain/organization/organization.ts";
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
	const found = await findReferences(table, organization, advance);
	const decided = checkAdvance(
		{
			id: attemptId,
			createdAt: now.toISOString(),
			createdBy: toActor(caller),
		},
		{ advance, organization, found },
	);
	if (!isStorable(organization.id, decided)) throw advanceTooLarge();

	const { vendorId, tax, currency, policyUsed } = decided.paymentRequest;
	const { netPayable } = tax;
	const { baseCurrency } = organization;
	await recordAdvance(table, organization.id, decided, (order) =>
		requireLinkable(order, { vendorId, netPayable, currency, baseCurrency }),
	);
	return succeeded({ paymentRequestId: attemptId, policyUsed }, { created: 1 });
}

function findReferences(
	table: Table,
	{ id, procurementPolicy }: Organization,
	{ vendorId, gst, tds, purchaseOrderLinkId, tags }: RequestedAdvance,
): Promise<AdvanceReferences> {
	return findAdvanceReferences(table, id, {
		vendorId,
		gstId: gst?.id ?? null,
		tdsId: tds?.id ?? null,
		purchaseOrderId: purchaseOrderLinkId,
		tagSlugs: Object.keys(tags),
		userIds: procurementPolicy.payers,
	});
}
