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

/** A user as `Divya (you)` or by id: the page knows no other names. */
export const person = (userId, approver) =>
	userId === approver.userId
		? element("span", {}, callersText(approver.name || userId), " (you)")
		: callersText(userId);

/** What is asked. `request` is null for the link of a former round. */
export function requestView({ request, approver }) {
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
		facts(request, approver),
	);
}

function facts(request, approver) {
	const { currency, tax, createdBy, createdAt } = request;
	const amount = (value) => value && formatAmount(currency, value);
	const isZero = (value) => /^-?0*(\.0*)?$/.test(value);
	return element(
		"dl",
		{},
		fact("Vendor", withId(request.vendorName, request.vendorId)),
		figure("Amount", amount(tax.subTotal)),
		figure("GST", amount(tax.gstAmount)),
		figure("TDS, deducted", amount(tax.tdsAmount)),
		isZero(tax.roundOff) ? null : figure("Round-off", amount(tax.roundOff)),
		figure("Net payable", amount(tax.netPayable), "total"),
		fact("Purchase order", idOrDash(request.purchaseOrderLinkId)),
		fact("Narration", request.narration ? quotation(request.narration) : "–"),
		fact("Requested by", ...by(createdBy, createdAt, approver)),
		request.resubmittedAt
			? fact(
					"Submitted again by",
					...by(request.resubmittedBy, request.resubmittedAt, approver),
				)
			: null,
		fact("Policy", idOrDash(request.policyUsed)),
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

const idOrDash = (id) => (id ? callersText(id) : "–");

const withId = (name, id) =>
	name
		? element(
				"span",
				{},
				callersText(name),
				element("span", { class: "quiet" }, " (", callersText(id), ")"),
			)
		: callersText(id);

const by = (actor, at, approver) => [
	actor ? person(actor.userId, approver) : "–",
	at && element("span", { class: "quiet" }, ", ", timeElement(at)),
];
