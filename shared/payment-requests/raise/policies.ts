import { type Decimal, toDecimal } from "../../money/decimal.ts";
import type {
	ApprovalCondition,
	ApprovalPolicy,
	RequiredField,
	SubmissionPolicy,
	User,
} from "../../organizations/organization.ts";
import {
	invalidPayers,
	missingRequiredFields,
	noApprovalPolicy,
	noPayer,
	onlyRequesters,
} from "../errors.ts";
import type { RequestedAdvance } from "./requested-advance.ts";

/**
 * Spec 3.2: the first policy whose conditions all hold, otherwise the default policy. A default policy without
 * conditions applies only when no other policy does, at any position.
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

/** A7: throws when a policy forbids self-approval and has a stage in which only requesters could decide. */
export function requireApprovers(
	{ name, stages, selfApproval = true }: ApprovalPolicy,
	requesters: readonly string[],
) {
	if (selfApproval) return;
	const isRequester = (userId: string) => requesters.includes(userId);
	const undecidable = stages.findIndex(
		({ approvers }) => approvers.length > 0 && approvers.every(isRequester),
	);
	if (undecidable >= 0) throw onlyRequesters(name, undecidable + 1);
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

/** For each slug of the condition, the request's value is one of the listed values. */
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

/**
 * Spec 4.3 rule 6: throws when a field is missing that a policy for this amount requires. All applicable policies are
 * combined (contract 2). The error lists each missing slug once, in the policies' order.
 */
export function requireMandatoryFields(
	policies: readonly SubmissionPolicy[],
	advance: RequestedAdvance,
) {
	const missing = policies
		.filter((policy) => isWithin(policy, advance.amount))
		.flatMap(({ requiredFields }) => requiredFields)
		.filter((field) => !isPresent(field, advance));
	if (missing.length === 0) return;
	throw missingRequiredFields(
		distinct(missing.map(({ slug }) => slug)),
		distinct(missing.map(({ kind }) => suppliedBy[kind])),
	);
}

const distinct = (texts: readonly string[]) => [...new Set(texts)];

/** The properties of a request that supply the fields of each kind. */
const suppliedBy = {
	TAG: "tags",
	DESCRIPTION: "narration",
	IDENTIFIER: "purchaseOrderLinkId",
} as const satisfies Record<RequiredField["kind"], string>;

function isPresent(
	{ slug, kind }: RequiredField,
	{ narration, purchaseOrderLinkId, tags }: RequestedAdvance,
): boolean {
	switch (kind) {
		case "TAG":
			return Object.hasOwn(tags, slug);
		case "DESCRIPTION":
			// An empty description counts as missing.
			return narration !== null && narration !== "";
		case "IDENTIFIER":
			return purchaseOrderLinkId !== null;
	}
}

/**
 * Spec 7.3: the payers of the advance, without duplicates, in the policy's order. Throws when the policy has none, or
 * one who is not an active user.
 *
 * @param users The existing users among the policy's payers, by id.
 */
export function requirePayers(
	policy: { payers: readonly string[] },
	users: ReadonlyMap<string, User>,
): string[] {
	const payers = [...new Set(policy.payers)];
	if (payers.length === 0) throw noPayer();
	const invalid = payers.filter((id) => !users.get(id)?.active);
	if (invalid.length > 0) throw invalidPayers(invalid);
	return payers;
}

/** Is the amount in the range of a policy, bounds included (contract 2)? An absent bound is no limit. */
function isWithin(
	{
		minAmount,
		maxAmount,
	}: { minAmount?: number | undefined; maxAmount?: number | undefined },
	amount: Decimal,
): boolean {
	if (minAmount !== undefined && amount.lt(toDecimal(minAmount))) return false;
	return maxAmount === undefined || amount.lte(toDecimal(maxAmount));
}
