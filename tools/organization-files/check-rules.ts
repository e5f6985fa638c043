import { keyTextMaxBytes } from "../../shared/dynamodb/keys.ts";
import { toInvoiceId } from "../../shared/invoices/invoice-id.ts";
import { findUnstorable } from "../../shared/json/storable.ts";
import {
	approversMax,
	stagesMax,
} from "../../shared/payment-requests/stages/approval-stage.ts";
import { checkDuplicates, type ReportAt } from "./check-duplicates.ts";
import {
	type OrganizationFileError,
	refused,
} from "./organization-file-error.ts";
import type { OrganizationFile } from "./schema.ts";
import type { ValidPart } from "./valid-part.ts";

const percentageMax = 1_000;

/**
 * Checks the rules of contract 2 that a JSON Schema cannot express.
 *
 * @returns All errors, and whether the store can be asked for the records of the file.
 */
export function checkRules({ file, toOriginal }: ValidPart): {
	errors: OrganizationFileError[];
	isStorable: boolean;
} {
	const errors: OrganizationFileError[] = [];
	const report: ReportAt = (pointer, reason, other) => {
		const more = other === undefined ? "" : toOriginal(other);
		errors.push(refused(toOriginal(pointer), `${reason}${more}`));
	};
	const unstorable = findUnstorable(file);
	if (unstorable) report(unstorable.pointer, unstorable.reason);
	checkTimezone(file, report);
	checkNames(file, report);
	const isStorable = errors.length === 0;
	checkDuplicates(file, report);
	checkRates(file, report);
	checkOptions(file, report);
	checkDefaultPolicies(file, report);
	checkStages(file, report);
	checkActiveAdvances(file, report);
	checkInvoiceIds(file, report);
	return { errors, isStorable };
}

function checkTimezone(
	{ org: { timezone } }: OrganizationFile,
	report: ReportAt,
) {
	if (timezone === undefined || isTimezone(timezone)) return;
	report(
		"/org/timezone",
		"must be the IANA name of a timezone, such as Asia/Kolkata",
	);
}

function isTimezone(name: string): boolean {
	// `Intl` also accepts offsets, such as `+05:30`.
	if (!/^[A-Za-z]/.test(name)) return false;
	try {
		return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
	} catch (error) {
		if (error instanceof RangeError) return false;
		throw error;
	}
}

/** Checks ids and slugs that are part of a DynamoDB key, whose length is limited. */
function checkNames(file: OrganizationFile, report: ReportAt) {
	for (const list of [
		"users",
		"vendors",
		"purchaseOrders",
		"advances",
	] as const)
		file[list]?.forEach(({ id }, index) => {
			checkLength(id, `/${list}/${index}/id`, report);
		});
	for (const list of ["tags", "invoices"] as const)
		file[list]?.forEach(({ slug }, index) => {
			checkLength(slug, `/${list}/${index}/slug`, report);
		});
	file.apiKeys?.forEach(({ userId }, index) => {
		checkLength(userId, `/apiKeys/${index}/userId`, report);
	});
	file.advances?.forEach(({ purchaseOrderLinkId = "" }, index) => {
		checkLength(
			purchaseOrderLinkId,
			`/advances/${index}/purchaseOrderLinkId`,
			report,
		);
	});
}

function checkLength(name: string, pointer: string, report: ReportAt) {
	if (Buffer.byteLength(name) <= keyTextMaxBytes) return;
	report(pointer, `must NOT have more than ${keyTextMaxBytes} bytes`);
}

/** With this limit, no tax on the largest amounts of a request exceeds DynamoDB's 38 digits. */
function checkRates(file: OrganizationFile, report: ReportAt) {
	for (const list of ["gstTaxes", "tdsTaxes"] as const)
		file[list]?.forEach(({ rate, rateType }, index) => {
			if (rateType !== "PERCENTAGE" || rate <= percentageMax) return;
			report(
				`/${list}/${index}/rate`,
				`must be <= ${percentageMax} when rateType is PERCENTAGE`,
			);
		});
}

function checkOptions({ tags = [] }: OrganizationFile, report: ReportAt) {
	tags.forEach(({ type, options }, index) => {
		if (type === "DROPDOWN" || options === undefined) return;
		report(
			`/tags/${index}/options`,
			"is only for tags of the type DROPDOWN: leave it out",
		);
	});
}

function checkDefaultPolicies(
	{ approvalPolicies = [] }: OrganizationFile,
	report: ReportAt,
) {
	const first = approvalPolicies.findIndex((policy) => policy.default);
	const last = approvalPolicies.findLastIndex((policy) => policy.default);
	if (first === last) return;
	report(
		`/approvalPolicies/${last}/default`,
		"must NOT be true twice: it is in ",
		`/approvalPolicies/${first}`,
	);
}

/** Checks the stages of approval policies (A1). An approver who is named twice counts once. */
function checkStages(
	{ approvalPolicies = [] }: OrganizationFile,
	report: ReportAt,
) {
	approvalPolicies.forEach(({ stages = [] }, index) => {
		const pointer = `/approvalPolicies/${index}/stages`;
		if (stages.length > stagesMax)
			report(pointer, `must NOT have more than ${stagesMax} stages`);
		stages.forEach(({ approvers }, stage) => {
			if (new Set(approvers).size <= approversMax) return;
			report(
				`${pointer}/${stage}/approvers`,
				`must NOT have more than ${approversMax} approvers`,
			);
		});
	});
}

/** At most one active advance is linked to a purchase order (`docs/reliability.md`, "Guarantees"). */
function checkActiveAdvances(
	{ advances = [] }: OrganizationFile,
	report: ReportAt,
) {
	const holders = new Map<string, number>();
	advances.forEach(({ state, purchaseOrderLinkId }, index) => {
		if (purchaseOrderLinkId === undefined) return;
		if (state !== "PENDING" && state !== "APPROVED") return;
		const holder = holders.get(purchaseOrderLinkId);
		if (holder !== undefined)
			report(
				`/advances/${index}/purchaseOrderLinkId`,
				"must NOT be that of another active advance: ",
				`/advances/${holder}`,
			);
		holders.set(purchaseOrderLinkId, index);
	});
}

/** The id that is derived from a vendor's invoice number is reserved for the invoice with that number (R5). */
function checkInvoiceIds(
	{ invoices = [] }: OrganizationFile,
	report: ReportAt,
) {
	const numbered = new Map<string, number>();
	invoices.forEach(({ vendorId, invoiceNumber }, index) => {
		if (vendorId === undefined || invoiceNumber === undefined) return;
		numbered.set(toInvoiceId(vendorId, invoiceNumber), index);
	});
	invoices.forEach(({ slug }, index) => {
		const owner = numbered.get(slug);
		if (owner === undefined || owner === index) return;
		report(
			`/invoices/${index}/slug`,
			"must NOT be the id of another number: that of ",
			`/invoices/${owner}`,
		);
	});
}
