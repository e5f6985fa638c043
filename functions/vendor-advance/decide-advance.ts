import type { Organization } from "../../shared/domain/organization/organization.ts";
import { requireTags } from "../../shared/domain/organization/tags.ts";
import type { PaymentRequest } from "../../shared/domain/payment-request.ts";
import { vendorNotFound } from "../../shared/domain/records/not-found.ts";
import type { NewAdvance } from "../../shared/store/advances/advance-items.ts";
import type { AdvanceReferences } from "../../shared/store/advances/advance-references.ts";
import { requireTaxes } from "./advance-tax.ts";
import { inactiveCurrency, invalidEntity } from "./errors.ts";
import {
	requireApprovalPolicy,
	requireMandatoryFields,
	requirePayers,
} from "./policies.ts";
import { requireLinkable } from "./purchase-order-link.ts";
import type { RequestedAdvance } from "./requested-advance.ts";

/**
 * The advance to record for a request. Throws the error of the first check that fails, in the order of `decisions.md`,
 * "Vendor advances".
 *
 * @param found The records that the advance refers to.
 */
export function decideAdvance(
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
		requireLinkable(found.purchaseOrder, { vendorId, netPayable });
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
