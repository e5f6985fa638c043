import { memberPointer } from "../../../shared/json/json-pointer.ts";
import type { ApprovalCondition } from "../../../shared/organizations/organization.ts";
import { findInvalidTag } from "../../../shared/organizations/tags/tags.ts";
import { shorten } from "../../../shared/text/shorten.ts";
import type { OrganizationFile } from "../schema.ts";
import { type FileWarning, warning } from "./file-warning.ts";
import type { KnownRecords } from "./known-records.ts";

/** The conditions of a submission or approval policy. */
interface Conditions {
	/** The JSON pointer of the conditions. */
	at: string;
	when: ApprovalCondition;
}

/** Warns of policies that never apply or never end, and of missing policies without which advances are refused. */
export function policyWarnings(
	file: OrganizationFile,
	known: KnownRecords,
): FileWarning[] {
	const policies = conditionsOf(file);
	return [
		...policies.flatMap(amountWarnings),
		...policies.flatMap((policy) => conditionWarnings(policy, known)),
		...currencyWarnings(file, policies, known),
		...stageWarnings(file),
		...selfApprovalWarnings(file),
		...advanceWarnings(file, known),
	];
}

function conditionsOf({
	submissionPolicies = [],
	approvalPolicies = [],
}: OrganizationFile): Conditions[] {
	return [
		...submissionPolicies.map((when, index) => ({
			at: `/submissionPolicies/${index}`,
			when,
		})),
		...approvalPolicies.map(({ when = {} }, index) => ({
			at: `/approvalPolicies/${index}/when`,
			when,
		})),
	];
}

function amountWarnings({ at, when }: Conditions): FileWarning[] {
	const { minAmount, maxAmount } = when;
	if (maxAmount === undefined) return [];
	// Spec 2.8: the amount of an advance is positive.
	if (maxAmount <= 0)
		return [
			warning(`${at}/maxAmount`, "is not positive: the policy never applies"),
		];
	if (minAmount === undefined || minAmount <= maxAmount) return [];
	return [
		warning(
			`${at}/minAmount`,
			"is more than maxAmount: the policy never applies",
		),
	];
}

/** Unknown vendors and tags are warned of as all references are. */
function conditionWarnings(
	{ at, when }: Conditions,
	{ tags }: KnownRecords,
): FileWarning[] {
	const { vendorIds, tags: conditions = {} } = when;
	const never = (pointer: string) =>
		warning(pointer, "is empty: the policy never applies");
	const ofTags = Object.entries(conditions).flatMap(([slug, values]) => {
		const pointer = memberPointer(`${at}/tags`, slug);
		if (values.length === 0) return [never(pointer)];
		if (!tags.has(slug)) return [];
		return values.flatMap((value, index) => {
			const entries = Object.fromEntries([[slug, { value }]]);
			const invalid = findInvalidTag([{ pointer, tags: entries }], tags);
			if (!invalid) return [];
			return [
				warning(
					`${pointer}/${index}`,
					`never matches: a value of the tag ${invalid.reason}`,
				),
			];
		});
	});
	return [
		...(vendorIds?.length === 0 ? [never(`${at}/vendorIds`)] : []),
		...ofTags,
	];
}

/** Warns once for each file about amounts in several currencies. */
function currencyWarnings(
	{ org }: OrganizationFile,
	policies: readonly Conditions[],
	{ organization }: KnownRecords,
): FileWarning[] {
	const { currencies, submissionPolicies, approvalPolicies } = organization;
	if (currencies.length < 2) return [];
	const first = policies.find(({ when }) => hasAmount(when));
	const isOfStored =
		(org.currencies ?? org.baseCurrency) !== undefined &&
		[...submissionPolicies, ...approvalPolicies.map(({ when }) => when)].some(
			(when) => when && hasAmount(when),
		);
	if (!first && !isOfStored) return [];
	const named = shorten(currencies.join(", "));
	if (!first)
		return [
			warning(
				"/org/currencies",
				`are several: the amounts of policies are compared with amounts in each, without conversion: ${named}`,
			),
		];
	const { at, when } = first;
	return [
		warning(
			`${at}/${when.minAmount === undefined ? "maxAmount" : "minAmount"}`,
			`is compared with amounts in each currency, without conversion: ${named}`,
		),
	];
}

const hasAmount = ({ minAmount, maxAmount }: ApprovalCondition): boolean =>
	minAmount !== undefined || maxAmount !== undefined;

const stageWarnings = ({ approvalPolicies = [] }: OrganizationFile) =>
	approvalPolicies.flatMap(({ stages = [] }, policy) =>
		stages.flatMap(({ approvers }, stage) =>
			approvers.length === 0
				? [
						warning(
							`/approvalPolicies/${policy}/stages/${stage}/approvers`,
							"is empty: a request that waits for this stage is never approved",
						),
					]
				: [],
		),
	);

/** Warns once for each file about policies that do not say `selfApproval` (A7). */
function selfApprovalWarnings({ approvalPolicies = [] }: OrganizationFile) {
	const silent = approvalPolicies.findIndex(
		({ stages = [], selfApproval }) =>
			stages.length > 0 && selfApproval === undefined,
	);
	return silent < 0
		? []
		: [
				warning(
					`/approvalPolicies/${silent}`,
					"does not say selfApproval: the user who raises an advance may approve it, unless it is false",
				),
			];
}

function advanceWarnings(
	{ org, approvalPolicies, procurementPolicy }: OrganizationFile,
	{ organization }: KnownRecords,
): FileWarning[] {
	if (!organization.features.vendorAdvances) return [];
	const isConcerned =
		org.features?.vendorAdvances !== undefined || procurementPolicy;
	return [
		...(isConcerned && organization.procurementPolicy.payers.length === 0
			? [
					warning(
						"/procurementPolicy",
						"has no payers: every vendor advance is refused",
					),
				]
			: []),
		...(approvalPolicies?.every(
			({ default: isDefault, when = {} }) =>
				!isDefault && Object.keys(when).length > 0,
		)
			? [
					warning(
						"/approvalPolicies",
						"has no default policy: an advance to which no other applies is refused",
					),
				]
			: []),
	];
}
