import type { Actor } from "../../actors/actor.ts";
import type { Decimal } from "../../money/decimal.ts";
import { toDecimal } from "../../money/decimal.ts";
import type { PaymentRequest } from "../../payment-requests/payment-request.ts";
import { toMailAmount } from "./mail-amount.ts";
import { toMailInstant } from "./mail-instant.ts";
import type { Row } from "./mail-layout.ts";
import { toMailText } from "./mail-text.ts";

export const nameMaxLength = 200;
/** A note or a narration has at most 1,000 characters, each of up to two UTF-16 units. */
const longTextMaxLength = 2_000;
/** An order's description has at most 255 characters. */
const descriptionMaxLength = 510;
/** A mail shows at most this many tags, and shortens longer names of them. */
const tagsMax = 20;
const tagNameMaxLength = 40;

/** A payment request with what a reader wants to know of it. Names are null when the record no longer exists. */
export interface MailedRequest extends NamedRequest {
	paymentRequest: PaymentRequest;
}

/** The records to which a payment request refers, as they are now. */
export interface NamedRequest {
	organizationName: string;
	/** The time zone of the organization, in which instants are shown. */
	timezone: string;
	/** The names of people by user id. Those without one are shown by id. */
	people: ReadonlyMap<string, string>;
	vendorName: string | null;
	gstName: string | null;
	tdsName: string | null;
	/** null when the request has no order. */
	order: NamedOrder | null;
	tags: readonly NamedTag[];
}

/** The order of which an advance is a part. */
export interface NamedOrder {
	/** null when an organization file names none. */
	poNumber: string | null;
	amount: Decimal;
	description: string | null;
}

/** A tag as people read it. */
export interface NamedTag {
	name: string;
	value: string;
}

/** Who raised the request or last resubmitted it. */
export const requesterOf = ({
	resubmittedBy,
	createdBy,
}: PaymentRequest): Actor => resubmittedBy ?? createdBy;

/** The rows of every mail about a request, as the approval page shows them. */
export function toRequestRows(request: MailedRequest): Row[] {
	const { paymentRequest, gstName, tdsName } = request;
	const { currency, tax, narration } = paymentRequest;
	const { gstAmount, tdsAmount } = tax;
	const taxRow = (label: string, amount: Decimal, name: string | null): Row => [
		label,
		`${toMailAmount(currency, amount)}${name ? ` (${toMailText(name, nameMaxLength)})` : ""}`,
	];
	return [
		["Vendor", nameOf(request.vendorName, paymentRequest.vendorId)],
		["Narration", toLongText(narration)],
		...toOrderRows(request),
		...toTagRows(request),
		["Amount", toMailAmount(currency, tax.subTotal)],
		...(gstAmount ? [taxRow("GST", gstAmount, gstName)] : []),
		...(tdsAmount ? [taxRow("TDS, deducted", tdsAmount, tdsName)] : []),
		...toRequesterRows(request),
	];
}

/** Which order, what was ordered, and how much of it the advance is. */
function toOrderRows({ paymentRequest, order }: MailedRequest): Row[] {
	const { purchaseOrderLinkId: id, currency, tax } = paymentRequest;
	if (id === null) return [["Purchase order", "–"]];
	if (!order) return [["Purchase order", toMailText(id, nameMaxLength)]];
	const { poNumber, amount, description } = order;
	const whole = toMailAmount(currency, amount);
	const share = amount.gt(0)
		? ` of ${whole} (${toPercent(tax.netPayable, amount)})`
		: "";
	return [
		["Purchase order", nameOf(poNumber, id)],
		...(description === null
			? []
			: [["Ordered", toMailText(description, descriptionMaxLength)] as const]),
		...(share === ""
			? []
			: [
					[
						"Share of the order",
						`${toMailAmount(currency, tax.netPayable)}${share}`,
					] as const,
				]),
	];
}

function toPercent(part: Decimal, whole: Decimal): string {
	const percent = part.div(whole).times(toDecimal(100));
	return `${percent.toFixed(percent.lt(10) ? 1 : 0)} %`;
}

/** A cost centre, for example. */
function toTagRows({ tags }: MailedRequest): Row[] {
	const rows = tags
		.slice(0, tagsMax)
		.map(
			({ name, value }): Row => [
				toMailText(name, tagNameMaxLength) || "–",
				toMailText(value, nameMaxLength) || "–",
			],
		);
	const more = tags.length - rows.length;
	return more > 0 ? [...rows, ["Further tags", `${more}`]] : rows;
}

/** Who raised the request, who submitted it last, and when. */
function toRequesterRows(request: MailedRequest): Row[] {
	const { createdAt, createdBy } = request.paymentRequest;
	const { resubmittedAt, resubmittedBy } = request.paymentRequest;
	const row = (label: string, { userId }: Actor, at: string): Row => [
		label,
		`${personOf(request, userId)}, ${toMailInstant(at, request.timezone)}`,
	];
	return [
		row("Requested by", createdBy, createdAt),
		...(resubmittedAt && resubmittedBy
			? [row("Submitted again by", resubmittedBy, resubmittedAt)]
			: []),
	];
}

/** A narration or note on one line. */
export const toLongText = (text: string | null): string =>
	toMailText(text ?? "", longTextMaxLength) || "–";

export const toNetPayable = ({
	paymentRequest: { currency, tax },
}: MailedRequest) => toMailAmount(currency, tax.netPayable);

/** Shortens the vendor's name for a subject. */
export const toShortVendor = ({ vendorName, paymentRequest }: MailedRequest) =>
	nameOf(vendorName, paymentRequest.vendorId, 60);

/** ` of <organization>`, if it has a name. */
export function ofOrganization({ organizationName }: MailedRequest): string {
	const name = toMailText(organizationName, nameMaxLength);
	return name && ` of ${name}`;
}

/** A user by name. */
export const personOf = (
	{ people }: Pick<NamedRequest, "people">,
	userId: string,
): string => nameOf(people.get(userId) ?? null, userId);

const nameOf = (name: string | null, id: string, maxLength = nameMaxLength) =>
	toMailText(name ?? "", maxLength) || toMailText(id, maxLength);
