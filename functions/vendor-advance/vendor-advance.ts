import type { Organization } from "../../shared/domain/organization.ts";
import type { PurchaseOrder } from "../../shared/domain/purchase-order.ts";
import { refuseTags, type Tag } from "../../shared/domain/tags.ts";
import { validationFailed } from "../../shared/http/api-error.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import {
	isStorable,
	type NewAdvance,
} from "../../shared/store/advance-items.ts";
import {
	type AdvanceReferences,
	findAdvanceReferences,
} from "../../shared/store/advance-references.ts";
import { recordAdvance } from "../../shared/store/record-advance.ts";
import type { Table } from "../../shared/store/table.ts";
import { requireTaxes } from "./advance-tax.ts";
import { requireApprovalPolicy } from "./approval-policy.ts";
import {
	advanceTooLarge,
	inactiveCurrency,
	invalidEntity,
	vendorNotFound,
} from "./errors.ts";
import { requirePayers } from "./payers.ts";
import { requireLinkable } from "./purchase-order-link.ts";
import type { RequestedAdvance } from "./requested-advance.ts";
import { requireMandatoryFields } from "./submission-policy.ts";

/** Spec 4.3: raises an advance, whole or not at all. The checks in the order of `decisions.md`, "Vendor advances". */
export async function createVendorAdvance(
	table: Table,
	advance: RequestedAdvance,
	{ caller: { organization }, attemptId, now }: RequestContext,
): Promise<Reply> {
	const { vendorId, narration, purchaseOrderLinkId, tags } = advance;
	const found = await findReferences(table, organization, advance);

	if (!found.vendor) throw vendorNotFound();
	const tax = requireTaxes(advance, found);
	const currency = requireCurrency(organization, advance.currency);
	const orgEntity = requireEntity(organization, advance.orgEntity);
	requireTags(tags, found.tags);
	const requireOrder = (order: PurchaseOrder | undefined) =>
		requireLinkable(order, { vendorId, netPayable: tax.netPayable });
	if (purchaseOrderLinkId !== null) requireOrder(found.purchaseOrder);
	requireMandatoryFields(organization.submissionPolicies, advance);
	const policy = requireApprovalPolicy(organization.approvalPolicies, advance);
	const payers = requirePayers(organization.procurementPolicy, found.users);

	const [firstStage] = policy.stages;
	const newAdvance: NewAdvance = {
		paymentRequest: {
			id: attemptId,
			type: "VENDOR_ADVANCE",
			state: firstStage ? "PENDING" : "APPROVED",
			policyUsed: policy.name,
			vendorId,
			currency,
			orgEntity,
			purchaseOrderLinkId,
			narration,
			tags,
			tax,
			payers,
			createdAt: now.toISOString(),
		},
		approvers: firstStage ? [...new Set(firstStage.approvers)] : null,
	};
	if (!isStorable(organization.id, newAdvance)) throw advanceTooLarge();
	await recordAdvance(table, organization.id, newAdvance, requireOrder);
	return succeeded({ paymentRequestId: attemptId, policyUsed: policy.name });
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

function requireCurrency(
	{ baseCurrency, currencies }: Organization,
	currency: string | null,
): string {
	if (currency === null || currency === baseCurrency) return baseCurrency;
	if (!currencies.includes(currency)) throw inactiveCurrency(currency);
	return currency;
}

/** null: none was named, and the organization has none. */
function requireEntity(
	{ entities }: Organization,
	orgEntity: number | null,
): number | null {
	if (orgEntity === null) return entities[0]?.id ?? null;
	if (entities.some(({ id }) => id === orgEntity)) return orgEntity;
	throw invalidEntity(orgEntity);
}

function requireTags(
	tags: RequestedAdvance["tags"],
	configured: ReadonlyMap<string, Tag>,
) {
	const refusal = refuseTags([{ pointer: "/tags", tags }], configured);
	if (refusal) throw validationFailed(refusal.pointer, refusal.reason);
}
