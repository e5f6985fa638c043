import { type Money, toDecimalText } from "../money.ts";
import type { PaymentRequest } from "../payment-request.ts";
import type { Mail } from "./mail.ts";
import { escapeHtml, toMailText } from "./mail-text.ts";

const nameMaxLength = 200;
const narrationMaxLength = 1_000;

/** A payment request that waits for the approvers of a stage. Names are null when the record no longer exists. */
export interface ApprovalRequest {
	paymentRequest: PaymentRequest;
	/** Counted from 0. */
	stage: number;
	organizationName: string;
	requesterName: string | null;
	vendorName: string | null;
	gstName: string | null;
	tdsName: string | null;
	/** null when the request has no order, or the order has no number. */
	poNumber: string | null;
}

/** Spec 3.2: the mail that asks an approver. The same for all approvers of the stage. */
export function toApprovalMail(request: ApprovalRequest): Mail {
	const requester = nameOf(request.requesterName, requesterId(request));
	const organization = toMailText(request.organizationName, nameMaxLength);
	const opening = `${requester} asks for your approval of a vendor advance${organization && ` of ${organization}`}.`;
	const rows = toRows(request);
	return {
		subject: `Approval requested: ${netPayable(request)} to ${toMailText(vendorOf(request), 60)}`,
		text: toText(opening, rows),
		html: toHtml(opening, rows),
	};
}

type Row = readonly [label: string, value: string];

function toRows(request: ApprovalRequest): Row[] {
	const { paymentRequest, gstName, tdsName, stage } = request;
	const { currency, tax, narration, policyUsed } = paymentRequest;
	const { gstAmount, tdsAmount } = tax;
	const taxRow = (label: string, amount: Money, name: string | null): Row => [
		label,
		`${toAmount(currency, amount)}${name ? ` (${toMailText(name, nameMaxLength)})` : ""}`,
	];
	return [
		["Vendor", withId(request.vendorName, paymentRequest.vendorId)],
		["Amount", toAmount(currency, tax.subTotal)],
		...(gstAmount ? [taxRow("GST", gstAmount, gstName)] : []),
		...(tdsAmount ? [taxRow("TDS, deducted", tdsAmount, tdsName)] : []),
		["Net payable", netPayable(request)],
		["Purchase order", toOrder(request)],
		["Narration", toMailText(narration ?? "", narrationMaxLength) || "–"],
		["Policy", `${toMailText(policyUsed, nameMaxLength)}, stage ${stage + 1}`],
		["Payment request", toMailText(paymentRequest.id, nameMaxLength)],
	];
}

const toOrder = ({ paymentRequest, poNumber }: ApprovalRequest): string =>
	paymentRequest.purchaseOrderLinkId === null
		? "–"
		: withId(poNumber, paymentRequest.purchaseOrderLinkId);

const netPayable = ({ paymentRequest: { currency, tax } }: ApprovalRequest) =>
	toAmount(currency, tax.netPayable);

const vendorOf = ({ vendorName, paymentRequest }: ApprovalRequest) =>
	nameOf(vendorName, paymentRequest.vendorId);

const requesterId = ({ paymentRequest }: ApprovalRequest) =>
	paymentRequest.createdBy?.userId ?? "A user";

const nameOf = (name: string | null, id: string) =>
	toMailText(name ?? "", nameMaxLength) || toMailText(id, nameMaxLength);

function withId(name: string | null, id: string): string {
	const shownId = toMailText(id, nameMaxLength);
	const shownName = toMailText(name ?? "", nameMaxLength);
	return shownName ? `${shownName} (${shownId})` : shownId;
}

/** At least two decimals, and never fewer than the amount has. */
function toAmount(currency: string, amount: Money): string {
	const [, decimals = ""] = toDecimalText(amount).split(".");
	return `${toMailText(currency, 8)} ${amount.toFixed(Math.max(2, decimals.length))}`;
}

const closing = "This is an automatic message. Replies are not read.";

function toText(opening: string, rows: readonly Row[]): string {
	const width = Math.max(...rows.map(([label]) => label.length)) + 2;
	const lines = rows.map(
		([label, value]) => `${`${label}:`.padEnd(width)}${value}`,
	);
	return `${[opening, "", ...lines, "", closing].join("\n")}\n`;
}

function toHtml(opening: string, rows: readonly Row[]): string {
	const cells = rows.map(
		([label, value]) =>
			`<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
	);
	return [
		'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Approval requested</title></head><body>',
		`<p>${escapeHtml(opening)}</p>`,
		`<table cellpadding="4">${cells.join("")}</table>`,
		`<p>${escapeHtml(closing)}</p>`,
		"</body></html>\n",
	].join("\n");
}
