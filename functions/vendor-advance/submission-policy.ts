import type {
	RequiredField,
	SubmissionPolicy,
} from "../../shared/domain/organization.ts";
import { isWithin } from "./amount-range.ts";
import { missingRequiredFields } from "./errors.ts";
import type { RequestedAdvance } from "./requested-advance.ts";

/**
 * Spec 4.3 rule 6: throws when a field is missing that a policy for this amount makes mandatory. All policies that
 * apply add up (contract 2); each slug is named once, in their order.
 */
export function requireMandatoryFields(
	policies: readonly SubmissionPolicy[],
	advance: RequestedAdvance,
) {
	const missing = policies
		.filter((policy) => isWithin(policy, advance.amount))
		.flatMap(({ requiredFields }) => requiredFields)
		.filter((field) => !isPresent(field, advance))
		.map(({ slug }) => slug);
	if (missing.length > 0) throw missingRequiredFields([...new Set(missing)]);
}

function isPresent(
	{ slug, kind }: RequiredField,
	{ narration, purchaseOrderLinkId, tags }: RequestedAdvance,
): boolean {
	switch (kind) {
		case "TAG":
			return Object.hasOwn(tags, slug);
		case "DESCRIPTION":
			// An empty text describes nothing.
			return narration !== null && narration !== "";
		case "IDENTIFIER":
			return purchaseOrderLinkId !== null;
	}
}
