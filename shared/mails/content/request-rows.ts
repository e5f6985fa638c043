import type { Actor } from "../../actors/actor.ts";
import type { Decimal } from "../../money/decimal.ts";
import type { PaymentRequest } from "../../payment-requests/payment-request.ts";
import { toMailAmount } from "./mail-amount.ts";
import { toMailInstant } from "./mail-instant.ts";
import type { Row } from "./mail-layout.ts";
import { toMailText } from "./mail-text.ts";

export const nameMaxLength = 200;
/** A note or a narration has at most 1,000 characters, each of up to two UTF-16 units. */
const longTextMaxLength = 2_000;

/** A payment request that a mail is about. Names are null when the record no longer exists. */
export interface MailedRequest {
	paymentRequest: PaymentRequest;
	organizationName: string;
	/** Name of `requesterOf`. */
	requesterName: string | null;
	vendorName: string | null;
	gstName: string | null;
	tdsName: string | null;
	/** null when the request has no order, or the order has no number. */
	poNumber: string | null;
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
		["Vendor", withId(request.vendorName, paymentRequest.vendorId)],
		["Amount", toMailAmount(currency, tax.subTotal)],
		...(gstAmount ? [taxRow("GST", gstAmount, gstName)] : []),
		...(tdsAmount ? [taxRow("TDS, deducted", tdsAmount, tdsName)] : []),
		["Net payable", toNetPayable(request)],
		["Purchase order", toOrder(request)],
		["Narration", toLongText(narration)],
		...toRequesterRows(request),
	];
}

/** Who raised the request, who submitted it last, and when. */
function toRequesterRows({ paymentRequest, requesterName }: MailedRequest) {
	const { createdAt, createdBy } = paymentRequest;
	const { resubmittedAt, resubmittedBy } = paymentRequest;
	const named = requesterOf(paymentRequest).userId;
	const row = (label: string, { userId }: Actor, at: string): Row => {
		const name = userId === named ? requesterName : null;
		return [label, `${withId(name, userId)}, ${toMailInstant(at)}`];
	};
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

const toOrder = ({ paymentRequest, poNumber }: MailedRequest): string =>
	paymentRequest.purchaseOrderLinkId === null
		? "–"
		: withId(poNumber, paymentRequest.purchaseOrderLinkId);

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

export const nameOf = (
	name: string | null,
	id: string,
	maxLength = nameMaxLength,
) => toMailText(name ?? "", maxLength) || toMailText(id, maxLength);

export function withId(name: string | null, id: string): string {
	const shownId = toMailText(id, nameMaxLength);
	const shownName = toMailText(name ?? "", nameMaxLength);
	return shownName ? `${shownName} (${shownId})` : shownId;
}
