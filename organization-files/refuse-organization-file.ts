import { toInvoiceId } from "../shared/domain/invoices/invoice-id.ts";
import { findUnstorable } from "../shared/domain/json/storable.ts";
import { keyTextMaxBytes } from "../shared/store/keys.ts";
import { refused } from "./organization-file-error.ts";
import { refuseDuplicates } from "./refuse-duplicates.ts";
import type { OrganizationFile } from "./schema.ts";

const percentageMax = 1_000;

/**
 * What the schema cannot say of an organization file (contract 2).
 *
 * @throws OrganizationFileError for the first entry that is wrong.
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
	throw refused("/org/timezone", "must be the IANA name of a timezone");
}

function isTimezone(name: string): boolean {
	// `Intl` takes an offset too, which is no name.
	if (!/^[A-Za-z]/.test(name)) return false;
	try {
		return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
	} catch (error) {
		if (error instanceof RangeError) return false;
		throw error;
	}
}

/** A record is stored, and looked up, under its name, which must fit a key. */
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

/** No tax of the largest figures that a request may carry is then more than the store's 38 digits hold. */
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
		throw refused(`/tags/${index}/options`, "is only for DROPDOWN");
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

/** Design 6.4: at most one active advance is linked to a purchase order. */
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

/** A vendor's invoice number is kept for one invoice under the id that follows from it (records R5). */
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
