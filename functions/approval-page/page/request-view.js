import { callersText, element, heading, quotation } from "./element.js";
import { formatAmount, timeElement } from "./format.js";

export const requestStates = {
	PENDING: "Waiting for approval",
	APPROVED: "Approved",
	REJECTED: "Rejected",
	PENDING_RESUBMISSION: "Returned for changes",
	CANCELLED: "Cancelled",
};

export const netPayable = ({ currency, tax }) =>
	formatAmount(currency, tax.netPayable);

export const vendorOf = ({ vendorName, vendorId }) => vendorName || vendorId;

/** A user by name, the reader as `Divya (you)`. */
export const person = (userId, approver) =>
	userId === approver.userId
		? element("span", {}, callersText(approver.name || userId), " (you)")
		: callersText(approver.people?.get(userId) || userId);

/** What is asked. `request` is null for the link of a former round. */
export function requestView(data) {
	const { request } = data;
	if (request === null)
		return heading("h1", { id: "title" }, "This request was submitted again");
	return element(
		"section",
		{ class: "card request", "aria-labelledby": "title" },
		element(
			"p",
			{ class: "kind" },
			"Vendor advance ",
			element(
				"span",
				{ class: `state ${request.state}` },
				requestStates[request.state] ?? request.state,
			),
		),
		heading(
			"h1",
			{ id: "title" },
			element("span", { class: "amount" }, netPayable(request)),
			element(
				"span",
				{ class: "payee" },
				" to ",
				callersText(vendorOf(request)),
			),
		),
		facts(data),
	);
}

function facts({ request, approver, order, tags = [], gstName, tdsName }) {
	const { currency, tax, createdBy, createdAt } = request;
	const amount = (value) => value && formatAmount(currency, value);
	const isZero = (value) => /^-?0*(\.0*)?$/.test(value);
	return element(
		"dl",
		{},
		fact("Vendor", callersText(vendorOf(request))),
		figure("Amount", amount(tax.subTotal)),
		figure(labelOf("GST", gstName), amount(tax.gstAmount)),
		figure(labelOf("TDS, deducted", tdsName), amount(tax.tdsAmount)),
		isZero(tax.roundOff) ? null : figure("Round-off", amount(tax.roundOff)),
		figure("Net payable", amount(tax.netPayable), "total"),
		fact(
			"Purchase order",
			textOrDash(order?.poNumber || request.purchaseOrderLinkId),
		),
		order?.description ? fact("Ordered", callersText(order.description)) : null,
		order && !isZero(order.amount)
			? fact(
					"Share of the order",
					`${amount(tax.netPayable)} of ${amount(order.amount)} (${percent(tax.netPayable, order.amount)})`,
				)
			: null,
		...tags.map(({ name, value }) =>
			fact(callersText(name), callersText(value)),
		),
		fact("Narration", request.narration ? quotation(request.narration) : "–"),
		fact("Requested by", ...by(createdBy, createdAt, approver)),
		request.resubmittedAt
			? fact(
					"Submitted again by",
					...by(request.resubmittedBy, request.resubmittedAt, approver),
				)
			: null,
		fact("Policy", textOrDash(request.policyUsed)),
		fact("Payment request", callersText(request.paymentRequestId)),
	);
}

const fact = (label, ...value) =>
	element("div", {}, element("dt", {}, label), element("dd", {}, ...value));

const figure = (label, value, kind = "") =>
	value &&
	element(
		"div",
		{ class: `figure ${kind}` },
		element("dt", {}, label),
		element("dd", {}, value),
	);

const textOrDash = (text) => (text ? callersText(text) : "–");

const labelOf = (label, name) => (name ? `${label} (${name})` : label);

/** Rounded, so that a number has room for it. */
function percent(part, whole) {
	const share = (100 * Number(part)) / Number(whole);
	return `${share.toFixed(share < 10 ? 1 : 0)} %`;
}

const by = (actor, at, approver) => [
	actor ? person(actor.userId, approver) : "–",
	at && element("span", { class: "quiet" }, ", ", timeElement(at)),
];
