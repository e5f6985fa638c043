import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDecimal } from "../../../../shared/money/decimal.ts";
import {
	type LinkablePurchaseOrder,
	requireLinkable,
} from "../../../../shared/payment-requests/order-link/purchase-order-link.ts";
import {
	matchingStates,
	purchaseOrderStates,
} from "../../../../shared/purchase-orders/purchase-order.ts";
import { propertySeed } from "../../../support/property-seed.ts";

const advance = {
	vendorId: "v-1",
	netPayable: toDecimal("1180.50"),
	currency: "INR",
	baseCurrency: "USD",
};

const linkable: LinkablePurchaseOrder = {
	vendorId: "v-1",
	state: "APPROVED",
	matchingState: "UNMATCHED",
	link: null,
	amount: toDecimal("1180.50"),
	currency: "INR",
};

/** Spec 7.3, "PO link failure messages", each with what is wrong in the order, in the order of 4.3 rule 5. */
const failures: [string, Partial<LinkablePurchaseOrder>][] = [
	[
		"Purchase order does not belong to the selected vendor",
		{ vendorId: "v-2" },
	],
	["Purchase order must be approved to link an advance", { state: "ACTIVE" }],
	["Purchase order is already matched", { matchingState: "PARTIALLY_MATCHED" }],
	[
		"Purchase order is already linked to another advance",
		{ link: { advanceId: "adv-1", state: "ACTIVE" } },
	],
	[
		"Purchase order is linked to an advance pending resubmission",
		{ link: { advanceId: "adv-1", state: "PENDING_RESUBMISSION" } },
	],
	[
		"Advance net payable cannot exceed the linked purchase order amount",
		{ amount: toDecimal("1180.49") },
	],
	[
		"Advance currency must be the currency of the linked purchase order",
		{ currency: null },
	],
];

const check = (order: LinkablePurchaseOrder | undefined) => () =>
	requireLinkable(order, advance);

describe("4.3 rule 5", () => {
	it("an approved, unmatched, free order of the vendor is linkable up to its whole amount", () => {
		expect(check(linkable)).not.toThrow();
	});

	it("7.3 Purchase order not found: no such order", () => {
		expect(check(undefined)).toThrow("Purchase order not found");
	});

	it.each(failures)("7.3 %s: the order is refused", (message, wrong) => {
		expect(check({ ...linkable, ...wrong })).toThrow(message);
	});

	it.each([{ state: "DRAFTED" }, { state: "ACTIVE" }] as const)(
		"an order that is $state is not approved",
		(wrong) => {
			expect(check({ ...linkable, ...wrong })).toThrow("must be approved");
		},
	);

	it.each([
		{ matchingState: "PARTIALLY_MATCHED" },
		{ matchingState: "MATCHED" },
	] as const)("an order that is $matchingState is matched", (wrong) => {
		expect(check({ ...linkable, ...wrong })).toThrow("already matched");
	});

	it("an order without a vendor belongs to no vendor", () => {
		expect(check({ ...linkable, vendorId: null })).toThrow("selected vendor");
	});

	it.each([
		{ currency: "INR", baseCurrency: "INR", order: "INR", isLinkable: true },
		{ currency: "USD", baseCurrency: "INR", order: "INR", isLinkable: false },
		{ currency: "USD", baseCurrency: "USD", order: "INR", isLinkable: false },
		{ currency: "INR", baseCurrency: "USD", order: "INR", isLinkable: true },
		{ currency: "USD", baseCurrency: "USD", order: null, isLinkable: true },
		{ currency: "INR", baseCurrency: "USD", order: null, isLinkable: false },
		{ currency: "USD", baseCurrency: "INR", order: null, isLinkable: false },
	] as const)(
		"an advance in $currency, an order in $order, base currency $baseCurrency: linkable $isLinkable",
		({ currency, baseCurrency, order, isLinkable }) => {
			const message = messageOf(() =>
				requireLinkable(
					{ ...linkable, currency: order },
					{ ...advance, currency, baseCurrency },
				),
			);
			expect(message).toBe(
				isLinkable
					? undefined
					: "Advance currency must be the currency of the linked purchase order",
			);
		},
	);

	it("amounts are compared as decimals: 0.1 + 0.2 is covered by 0.3", () => {
		const netPayable = toDecimal(0.1).plus(toDecimal(0.2));
		const order = { ...linkable, amount: toDecimal(0.3) };
		expect(() =>
			requireLinkable(order, { ...advance, netPayable }),
		).not.toThrow();
	});

	it("reports the first of several failures, in the order of the rule", () => {
		const part = <Value>(values: readonly Value[]) =>
			fc.constantFrom(...values);
		const orders = fc.record({
			vendorId: part(["v-1", "v-2", null]),
			state: part(purchaseOrderStates),
			matchingState: part(matchingStates),
			link: part([
				null,
				{ advanceId: "adv-1", state: "ACTIVE" } as const,
				{ advanceId: "adv-1", state: "PENDING_RESUBMISSION" } as const,
			]),
			amount: part(["1180.49", "1180.5", "1180.51"]).map(toDecimal),
			currency: part(["INR", null] as const),
		});
		fc.assert(
			fc.property(orders, (order) => {
				const expected = failures.find(([, wrong]) => isWrong(order, wrong));
				expect(messageOf(check(order))).toBe(expected?.[0]);
			}),
			{ seed: propertySeed, numRuns: 500 },
		);
	});
});

/** The naive model: an order has a failure when it is as bad as the failure's example. */
function isWrong(
	order: LinkablePurchaseOrder,
	wrong: Partial<LinkablePurchaseOrder>,
): boolean {
	if ("vendorId" in wrong) return order.vendorId !== "v-1";
	if ("state" in wrong) return order.state !== "APPROVED";
	if ("matchingState" in wrong) return order.matchingState !== "UNMATCHED";
	if ("link" in wrong) return order.link?.state === wrong.link?.state;
	if ("amount" in wrong) return Number(order.amount) < 1180.5;
	return order.currency === null;
}

function messageOf(act: () => void): string | undefined {
	try {
		act();
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}
