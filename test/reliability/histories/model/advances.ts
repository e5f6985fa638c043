import { expect } from "vitest";
import { holdsItsOrder, linkStateOf } from "../../advance-states.ts";
import type { RaisedAdvance } from "../../transitions.ts";
import type { Before, ModelRecords } from "./before.ts";
import { answered, type Expected } from "./expected.ts";

/** Which approval policy of the organization applies, and whether someone must approve. */
export function policyOf({ amount }: RaisedAdvance) {
	if (amount >= 100_000)
		return { policyUsed: "Large advances", state: "PENDING" };
	return amount >= 10_000
		? { policyUsed: "Medium advances", state: "PENDING" }
		: { policyUsed: "Default", state: "APPROVED" };
}

/** Spec 3.2 and 4.3. */
export function expectedAdvance(
	{ records }: Before,
	body: RaisedAdvance,
): Expected {
	const { purchaseOrderLinkId = null } = body;
	const message = refusalOfLink(records, body);
	if (message !== undefined) {
		const error = {
			code: "VALIDATION_ERROR",
			message: expect.stringContaining(message),
		};
		return { answer: { status: 400, body: { error } } };
	}
	const { policyUsed, state } = policyOf(body);
	return answered({ policyUsed }, ({ paymentRequestId }) => ({
		advances: { [paymentRequestId]: { state, purchaseOrderLinkId } },
	}));
}

/**
 * Spec 4.3 rule 5, with the messages of 7.3.
 *
 * @param ownId Of the request that is resubmitted: the order that it holds is free.
 */
export function refusalOfLink(
	{ purchaseOrders, advances, paymentRequests }: ModelRecords,
	{ purchaseOrderLinkId, vendorId, amount, ...taxes }: RaisedAdvance,
	ownId?: string,
): string | undefined {
	if (purchaseOrderLinkId === undefined) return undefined;
	const order = purchaseOrders.find(({ id }) => id === purchaseOrderLinkId);
	if (!order) return "Purchase order not found";
	if (order.vendorId !== vendorId)
		return "Purchase order does not belong to the selected vendor";
	if (order.state !== "APPROVED")
		return "Purchase order must be approved to link an advance";
	if (order.matchingState !== "UNMATCHED")
		return "Purchase order is already matched";
	const holder = [...advances, ...paymentRequests].find(
		(other) =>
			other.id !== ownId &&
			other.purchaseOrderLinkId === purchaseOrderLinkId &&
			holdsItsOrder(other),
	);
	if (holder)
		return linkStateOf(holder.state) === "ACTIVE"
			? "Purchase order is already linked to another advance"
			: "Purchase order is linked to an advance pending resubmission";
	const { gstAmount = 0, tdsAmount = 0 } = taxes;
	if (order.amount.lt(amount + gstAmount - tdsAmount))
		return "Advance net payable cannot exceed the linked purchase order amount";
	return undefined;
}
