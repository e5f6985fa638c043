import { memberPointer } from "../../../shared/json/json-pointer.ts";
import type { OrganizationFile } from "../schema.ts";

/** A place of a file that names a record by its id or slug. */
export interface Reference {
	/** The JSON pointer of the place. */
	pointer: string;
	name: string;
}

/** Lists payers and approvers. The users of API keys are checked as errors. */
export function userReferences(file: OrganizationFile): Reference[] {
	const { procurementPolicy, approvalPolicies = [] } = file;
	return [
		...references("/procurementPolicy/payers", procurementPolicy?.payers),
		...approvalPolicies.flatMap(({ stages = [] }, policy) =>
			stages.flatMap(({ approvers }, stage) =>
				references(
					`/approvalPolicies/${policy}/stages/${stage}/approvers`,
					approvers,
				),
			),
		),
	];
}

export function vendorReferences(file: OrganizationFile): Reference[] {
	const { approvalPolicies = [] } = file;
	const ofRecords = (["purchaseOrders", "invoices", "advances"] as const).map(
		(list) =>
			(file[list] ?? []).flatMap(({ vendorId }, index) =>
				vendorId === undefined
					? []
					: [{ pointer: `/${list}/${index}/vendorId`, name: vendorId }],
			),
	);
	const ofPolicies = approvalPolicies.flatMap(({ when }, index) =>
		references(`/approvalPolicies/${index}/when/vendorIds`, when?.vendorIds),
	);
	return [...ofRecords.flat(), ...ofPolicies];
}

export function tagReferences({
	submissionPolicies = [],
	approvalPolicies = [],
}: OrganizationFile): Reference[] {
	return [
		...submissionPolicies.flatMap(({ requiredFields }, policy) =>
			requiredFields.flatMap(({ kind, slug }, field) => {
				const pointer = `/submissionPolicies/${policy}/requiredFields/${field}/slug`;
				return kind === "TAG" ? [{ pointer, name: slug }] : [];
			}),
		),
		...approvalPolicies.flatMap(({ when }, index) =>
			Object.keys(when?.tags ?? {}).map((slug) => ({
				pointer: memberPointer(`/approvalPolicies/${index}/when/tags`, slug),
				name: slug,
			})),
		),
	];
}

const references = (list: string, names: readonly string[] = []) =>
	names.map((name, index) => ({ pointer: `${list}/${index}`, name }));
