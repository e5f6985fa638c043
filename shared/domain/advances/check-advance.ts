import type { Organization, User } from "../organization/organization.ts";
import { requireTags, type Tag } from "../organization/tags.ts";
import type { Tax } from "../organization/tax.ts";
import type { PaymentRequest } from "../payment-request.ts";
import type { PricedPurchaseOrder } from "../purchase-order/purchase-order.ts";
import { vendorNotFound } from "../records/not-found.ts";
import type { Vendor } from "../vendor.ts";
import { requireTaxes } from "./advance-tax.ts";
import { inactiveCurrency, invalidEntity } from "./errors.ts";
import {
	requireApprovalPolicy,
	requireMandatoryFields,
	requirePayers,
} from "./policies.ts";
import { requireLinkable } from "./purchase-order-link.ts";
import type { RequestedAdvance } from "./requested-advance.ts";

/** The records that an advance refers to; null for none. */
export interface AdvanceReferenceIds {
	vendorId: string;
	gstId: number | null;
	tdsId: number | null;
	purchaseOrderId: string | null;
	tagSlugs: readonly string[];
	userIds: readonly string[];
}

/** The records found; undefined or left out when there is none. */
export interface AdvanceReferences {
	vendor: Vendor | undefined;
	gst: Tax | undefined;
	tds: Tax | undefined;
	purchaseOrder: PricedPurchaseOrder | undefined;
	/** By slug. */
	tags: Map<string, Tag>;
	/** By id. */
	users: Map<string, User>;
}

/** A new advance and the approvals that are stored with it. */
export interface NewAdvance {
	/** Its id is unique to the request: an item with this id was written by this request. */
	paymentRequest: PaymentRequest;
	/** The approvers of the policy's first stage; null when the policy has no stages. */
	approvers: readonly string[] | null;
}

/**
 * The advance to record for a request. Throws the error of the first check that fails, in the order of `decisions.md`,
 * "Vendor advances".
 *
 * @param found The records that the advance refers to.
 */
export function checkAdvance(
	identity: Pick<PaymentRequest, "id" | "createdAt" | "createdBy">,
	{
		advance,
		organization,
		found,
	}: {
		advance: RequestedAdvance;
		organization: Organization;
		found: AdvanceReferences;
	},
): NewAdvance {
	const { vendorId, narration, purchaseOrderLinkId, tags } = advance;
	if (!found.vendor) throw vendorNotFound();
	const tax = requireTaxes(advance, found);
	const currency = requireCurrency(organization, advance.currency);
	const orgEntity = requireEntity(organization, advance.orgEntity);
	requireTags([{ pointer: "/tags", tags }], found.tags);
	if (purchaseOrderLinkId !== null) {
		const { netPayable } = tax;
		const { baseCurrency } = organization;
		const linked = { vendorId, netPayable, currency, baseCurrency };
		requireLinkable(found.purchaseOrder, linked);
	}
	requireMandatoryFields(organization.submissionPolicies, advance);
	const policy = requireApprovalPolicy(organization.approvalPolicies, advance);
	const payers = requirePayers(organization.procurementPolicy, found.users);

	const [firstStage] = policy.stages;
	return {
		paymentRequest: {
			...identity,
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
		},
		approvers: firstStage ? [...new Set(firstStage.approvers)] : null,
	};
}

function requireCurrency(
	{ baseCurrency, currencies }: Organization,
	currency: string | null,
): string {
	if (currency === null || currency === baseCurrency) return baseCurrency;
	if (currencies.includes(currency)) return currency;
	throw inactiveCurrency(currency, [baseCurrency, ...currencies]);
}

/** Returns null when none was sent and the organization has no entities. */
function requireEntity(
	{ entities }: Organization,
	orgEntity: number | null,
): number | null {
	if (orgEntity === null) return entities[0]?.id ?? null;
	if (entities.some(({ id }) => id === orgEntity)) return orgEntity;
	throw invalidEntity(orgEntity);
}
