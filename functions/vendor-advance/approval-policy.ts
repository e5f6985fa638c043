import type {
	ApprovalCondition,
	ApprovalPolicy,
} from "../../shared/domain/organization.ts";
import { isWithin } from "./amount-range.ts";
import { noApprovalPolicy } from "./errors.ts";
import type { RequestedAdvance } from "./requested-advance.ts";

/**
 * Spec 3.2: the first policy, in their order, whose conditions all hold, else the default one. A default policy
 * without conditions waits for the others, wherever it stands: it is for when no rule matches.
 */
export function requireApprovalPolicy(
	policies: readonly ApprovalPolicy[],
	advance: RequestedAdvance,
): ApprovalPolicy {
	const policy =
		policies.find((candidate) => isMatch(candidate, advance)) ??
		policies.find((candidate) => candidate.default);
	if (!policy) throw noApprovalPolicy();
	return policy;
}

function isMatch(policy: ApprovalPolicy, advance: RequestedAdvance): boolean {
	const { when = {} } = policy;
	if (policy.default && Object.keys(when).length === 0) return false;
	return (
		isWithin(when, advance.amount) &&
		isAmong(advance.vendorId, when.vendorIds) &&
		hasTags(when.tags, advance) &&
		hasLink(when.purchaseOrder, advance)
	);
}

function isAmong(vendorId: string, vendorIds: string[] | undefined): boolean {
	return vendorIds === undefined || vendorIds.includes(vendorId);
}

/** For each slug named, the request's value is one of those. */
function hasTags(
	wanted: ApprovalCondition["tags"],
	{ tags }: RequestedAdvance,
): boolean {
	return Object.entries(wanted ?? {}).every(([slug, values]) => {
		if (!Object.hasOwn(tags, slug)) return false;
		return values.some((value) => value === tags[slug]?.value);
	});
}

function hasLink(
	wanted: ApprovalCondition["purchaseOrder"],
	{ purchaseOrderLinkId }: RequestedAdvance,
): boolean {
	if (wanted === undefined) return true;
	return (wanted === "LINKED") === (purchaseOrderLinkId !== null);
}
