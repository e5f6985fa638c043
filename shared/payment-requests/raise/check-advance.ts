import type {
	ApprovalPolicy,
	Organization,
	User,
} from "../../organizations/organization.ts";
import { requireTags, type Tag } from "../../organizations/tags/tags.ts";
import type { Tax } from "../../organizations/taxes/tax.ts";
import type { PricedPurchaseOrder } from "../../purchase-orders/purchase-order.ts";
import { vendorNotFound } from "../../vendors/errors.ts";
import type { Vendor } from "../../vendors/vendor.ts";
import {
	inactiveCurrency,
	invalidEntity,
	netPayableNotPositive,
} from "../errors.ts";
import { requireLinkable } from "../order-link/purchase-order-link.ts";
import type { AdvanceContent } from "../payment-request.ts";
import { requireTaxes } from "./advance-tax.ts";
import {
	requireApprovalPolicy,
	requireApprovers,
	requireMandatoryFields,
	requirePayers,
} from "./policies.ts";
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

export const advanceReferenceIds = (
	{ procurementPolicy }: Organization,
	{ vendorId, gst, tds, purchaseOrderLinkId, tags }: RequestedAdvance,
): AdvanceReferenceIds => ({
	vendorId,
	gstId: gst?.id ?? null,
	tdsId: tds?.id ?? null,
	purchaseOrderId: purchaseOrderLinkId,
	tagSlugs: Object.keys(tags),
	userIds: procurementPolicy.payers,
});

/** The records that were found; undefined or absent where there is none. */
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

/** An advance that may be created or resubmitted. */
export interface CheckedAdvance {
	content: AdvanceContent;
	/** The approval policy that applies. */
	policy: ApprovalPolicy;
}

/** Who submits an advance, and what of it is stored. */
export interface Submission {
	/** Who raised the request, and who submits it now. */
	requesters: readonly string[];
	/** Id of a request that is resubmitted: the order that it holds counts as free (A3). */
	resubmittedId?: string;
}

/**
 * The checks of a creation or resubmission. Throws the error of the first that fails, in the order of `advances.md`.
 *
 * @param found The records that the advance refers to.
 */
export function checkAdvance(
	{ requesters, resubmittedId }: Submission,
	{
		advance,
		organization,
		found,
	}: {
		advance: RequestedAdvance;
		organization: Organization;
		found: AdvanceReferences;
	},
): CheckedAdvance {
	const { vendorId, narration, purchaseOrderLinkId, tags } = advance;
	if (!found.vendor) throw vendorNotFound();
	const tax = requireTaxes(advance, found);
	if (!tax.netPayable.gt(0)) throw netPayableNotPositive();
	const currency = requireCurrency(organization, advance.currency);
	const orgEntity = requireEntity(organization, advance.orgEntity);
	requireTags([{ pointer: "/tags", tags }], found.tags);
	if (purchaseOrderLinkId !== null) {
		const { netPayable } = tax;
		const { baseCurrency } = organization;
		const linked = { vendorId, netPayable, currency, baseCurrency };
		requireLinkable(withoutLinkOf(resubmittedId, found.purchaseOrder), linked);
	}
	requireMandatoryFields(organization.submissionPolicies, advance);
	const policy = requireApprovalPolicy(organization.approvalPolicies, advance);
	requireApprovers(policy, requesters);
	const payers = requirePayers(organization.procurementPolicy, found.users);
	return {
		content: {
			policyUsed: policy.name,
			selfApproval: policy.selfApproval ?? true,
			vendorId,
			currency,
			orgEntity,
			purchaseOrderLinkId,
			narration,
			tags,
			tax,
			payers,
		},
		policy,
	};
}

/** The order as it is for the advance that holds it. */
const withoutLinkOf = (
	advanceId: string | undefined,
	order: PricedPurchaseOrder | undefined,
): PricedPurchaseOrder | undefined =>
	order?.link?.advanceId === advanceId && order
		? { ...order, link: null }
		: order;

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
