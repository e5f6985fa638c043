import { toInvoiceId } from "../shared/domain/invoices/invoice-id.ts";
import { findUnstorable } from "../shared/domain/json/storable.ts";
import { keyTextMaxBytes } from "../shared/store/keys.ts";
import { refused } from "./organization-file-error.ts";
import { refuseDuplicates } from "./refuse-duplicates.ts";
import type { OrganizationFile } from "./schema.ts";

const percentageMax = 1_000;

/**
 * Checks the rules of contract 2 that a JSON Schema cannot express.
 *
 * @throws OrganizationFileError for the first entry that breaks a rule.
 */
export function refuseOrganizationFile(file: OrganizationFile) {
	const unstorable = findUnstorable(file);
	if (unstorable) throw refused(unstorable.pointer, unstorable.reason);
	refuseTimezone(file);
	refuseLongNames(file);
	refuseDuplicates(file);
	refuseAbsurdRates(file);
	refuseOptionsOfOtherTags(file);
	refuseSecondDefault(file);
	refuseSecondActiveAdvance(file);
	refuseIdsOfOtherNumbers(file);
}

function refuseTimezone({ org: { timezone } }: OrganizationFile) {
	if (timezone === undefined || isTimezone(timezone)) return;
	throw refused(
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

/** These ids and slugs are part of a DynamoDB key, whose length is limited. */
function refuseLongNames(file: OrganizationFile) {
	for (const list of [
		"users",
		"vendors",
		"purchaseOrders",
		"advances",
	] as const)
		file[list]?.forEach(({ id }, index) => {
			refuseLong(id, `/${list}/${index}/id`);
		});
	for (const list of ["tags", "invoices"] as const)
		file[list]?.forEach(({ slug }, index) => {
			refuseLong(slug, `/${list}/${index}/slug`);
		});
	file.apiKeys?.forEach(({ userId }, index) => {
		refuseLong(userId, `/apiKeys/${index}/userId`);
	});
	file.advances?.forEach(({ purchaseOrderLinkId = "" }, index) => {
		refuseLong(purchaseOrderLinkId, `/advances/${index}/purchaseOrderLinkId`);
	});
}

function refuseLong(name: string, pointer: string) {
	if (Buffer.byteLength(name) <= keyTextMaxBytes) return;
	throw refused(pointer, `must NOT have more than ${keyTextMaxBytes} bytes`);
}

/** With this limit, no tax on the largest amounts of a request exceeds DynamoDB's 38 digits. */
function refuseAbsurdRates(file: OrganizationFile) {
	for (const list of ["gstTaxes", "tdsTaxes"] as const)
		file[list]?.forEach(({ rate, rateType }, index) => {
			if (rateType !== "PERCENTAGE" || rate <= percentageMax) return;
			throw refused(
				`/${list}/${index}/rate`,
				`must be <= ${percentageMax} when rateType is PERCENTAGE`,
			);
		});
}

function refuseOptionsOfOtherTags({ tags = [] }: OrganizationFile) {
	tags.forEach(({ type, options }, index) => {
		if (type === "DROPDOWN" || options === undefined) return;
		throw refused(
			`/tags/${index}/options`,
			"is only for tags of the type DROPDOWN: leave it out",
		);
	});
}

function refuseSecondDefault({ approvalPolicies = [] }: OrganizationFile) {
	const first = approvalPolicies.findIndex((policy) => policy.default);
	const last = approvalPolicies.findLastIndex((policy) => policy.default);
	if (first === last) return;
	throw refused(
		`/approvalPolicies/${last}/default`,
		`must NOT be true twice: it is in /approvalPolicies/${first}`,
	);
}

/** At most one active advance is linked to a purchase order (`docs/architecture.md`, "Guarantees"). */
function refuseSecondActiveAdvance({ advances = [] }: OrganizationFile) {
	const holders = new Map<string, number>();
	advances.forEach(({ state, purchaseOrderLinkId }, index) => {
		if (purchaseOrderLinkId === undefined) return;
		if (state !== "PENDING" && state !== "APPROVED") return;
		const holder = holders.get(purchaseOrderLinkId);
		if (holder !== undefined)
			throw refused(
				`/advances/${index}/purchaseOrderLinkId`,
				`must NOT be that of another active advance: /advances/${holder}`,
			);
		holders.set(purchaseOrderLinkId, index);
	});
}

/** The id that is derived from a vendor's invoice number is reserved for the invoice with that number (records R5). */
function refuseIdsOfOtherNumbers({ invoices = [] }: OrganizationFile) {
	const numbered = new Map<string, number>();
	invoices.forEach(({ vendorId, invoiceNumber }, index) => {
		if (vendorId === undefined || invoiceNumber === undefined) return;
		numbered.set(toInvoiceId(vendorId, invoiceNumber), index);
	});
	invoices.forEach(({ slug }, index) => {
		const owner = numbered.get(slug);
		if (owner === undefined || owner === index) return;
		throw refused(
			`/invoices/${index}/slug`,
			`must NOT be the id of another number: that of /invoices/${owner}`,
		);
	});
}
