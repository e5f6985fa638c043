import { afterAll, expect, it } from "vitest";
import { advanceStates } from "../../../shared/payment-requests/payment-request.ts";
import { forEachConcurrently } from "../../../shared/timing/concurrently.ts";
import {
	acmeWithAdvances,
	purchaseOrder,
	raise,
} from "../../functions/vendor-advance/advances.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { linkStates } from "../advance-states.ts";
import { auditedWorld } from "../audited.ts";
import { expectInvariants } from "../invariants.ts";
import { type Combination, combinations } from "./combinations.ts";

const choices = {
	state: ["DRAFTED", "APPROVED"],
	matchingState: ["UNMATCHED", "PARTIALLY_MATCHED", "MATCHED"],
	vendorId: ["v-1", "v-2"],
	linked: [undefined, ...advanceStates],
	amount: [1000, 999.99],
} as const;
type Case = Combination<typeof choices>;

const cases: Case[] = combinations(choices);
const idOf = (one: Case) => `order-${cases.indexOf(one)}`;

const world = useSharedWorld(() =>
	acmeWithAdvances({
		purchaseOrders: cases.map(
			({ state, matchingState, vendorId, amount }, index) =>
				purchaseOrder({
					id: `order-${index}`,
					state,
					matchingState,
					vendorId,
					amount,
				}),
		),
		advances: cases.flatMap((one) =>
			one.linked === undefined
				? []
				: [
						{
							id: `advance of ${idOf(one)}`,
							vendorId: one.vendorId,
							purchaseOrderLinkId: idOf(one),
							state: one.linked,
						},
					],
		),
	}),
);

afterAll(() => expectInvariants(auditedWorld(world, null)));

/** Spec 4.3 rule 5 and 7.3: the beginning of the message, in the order of the rule; null: the advance is raised. */
function expectedOf(one: Case): string | null {
	if (one.vendorId !== "v-1")
		return "Purchase order does not belong to the selected vendor";
	if (one.state !== "APPROVED")
		return "Purchase order must be approved to link an advance";
	if (one.matchingState !== "UNMATCHED")
		return "Purchase order is already matched";
	const link = one.linked && linkStates[one.linked];
	if (link === "ACTIVE")
		return "Purchase order is already linked to another advance";
	if (link === "PENDING_RESUBMISSION")
		return "Purchase order is linked to an advance pending resubmission";
	return one.amount < 1000
		? "Advance net payable cannot exceed the linked purchase order amount"
		: null;
}

it(`4.3 rule 5: every one of ${cases.length} combinations of an order's states and links`, async () => {
	await forEachConcurrently(cases, 4, async (one) => {
		const { status, body } = await raise(world, {
			amount: 1000,
			vendorId: "v-1",
			purchaseOrderLinkId: idOf(one),
		});
		const expected = expectedOf(one);
		const message: string | undefined = body.error?.message;
		expect([one, status, message?.slice(0, expected?.length)]).toEqual([
			one,
			expected === null ? 200 : 400,
			expected ?? undefined,
		]);
	});
});
