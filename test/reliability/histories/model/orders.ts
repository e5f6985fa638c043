import type { Action, OrderPatch } from "../step.ts";
import type { Before, Order } from "./before.ts";
import { answered, type Expected, refused } from "./expected.ts";

/** Spec 3.1. */
export function expectedOrder({
	isComplete,
}: Extract<Action, { kind: "createOrder" }>): Expected {
	const state = isComplete ? "ACTIVE" : "DRAFTED";
	return answered({ state }, ({ poId }) => ({
		orders: {
			[poId]: {
				state: isComplete ? "APPROVED" : "DRAFTED",
				amount: 1_000,
				vendorId: isComplete ? "v-1" : null,
				description: isComplete ? "Steel" : null,
				paymentTerms: isComplete ? "30 days" : null,
			},
		},
	}));
}

/** R2, "PATCH". */
export function expectedOrderPatch(
	{ records }: Before,
	id: string,
	{ state, ...properties }: OrderPatch,
): Expected {
	const order = records.purchaseOrders.find((other) => other.id === id);
	if (!order) return refused(404, "PURCHASE_ORDER_NOT_FOUND");
	if (order.state !== "DRAFTED")
		return refused(409, "INVALID_STATE_TRANSITION");
	const patched = { ...order, ...properties };
	// What a file does not say of a draft, one patch brings together with the lines.
	if (!patched.poType) return refused(400, "MISSING_REQUIRED_FIELD");
	const po = (["vendorId", "description", "paymentTerms"] as const).filter(
		(name) => !patched[name],
	);
	const isActivated = state === "ACTIVE" && po.length === 0;
	const warnings = state === "ACTIVE" && !isActivated;
	const data = {
		poId: id,
		state: isActivated ? "ACTIVE" : "DRAFTED",
		...(warnings && { submitWarnings: { po, lineItems: {} } }),
	};
	const changes = toView(patched, isActivated ? "APPROVED" : "DRAFTED");
	return answered(data, () => ({ orders: { [id]: changes } }));
}

const toView = (
	order: Omit<Order, "description"> & { description?: string | null },
	state: string,
) => ({
	state,
	// All lines of the histories are the same one, of 10 at 100.
	amount: 1_000,
	vendorId: order.vendorId ?? null,
	description: order.description ?? null,
	paymentTerms: order.paymentTerms ?? null,
});
