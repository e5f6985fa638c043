import { afterAll, beforeAll, expect, it } from "vitest";
import { forEachConcurrently } from "../../../shared/timing/concurrently.ts";
import {
	acmeWithOrders,
	create,
	createSkus,
	order,
} from "../../functions/purchase-order/orders.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { auditedWorld } from "../audited.ts";
import { expectInvariants } from "../invariants.ts";
import { type Combination, combinations } from "./combinations.ts";

const choices = {
	state: [undefined, "DRAFTED", "ACTIVE"],
	poType: ["GOODS", "SERVICES"],
	matchingType: ["TWO_WAY", "THREE_WAY"],
	vendorId: [undefined, "v-1", "v-unknown"],
	description: [undefined, "Steel"],
	paymentTerms: [undefined, "Net 30"],
	quantity: [0, 1],
	rate: [0, 1],
	sku: [{}, { skuCode: "rod-1" }, { skuCode: "ROD-9", skuName: "Glue" }],
} as const;
type Case = Combination<typeof choices>;

const cases: Case[] = combinations(choices);

const world = useSharedWorld(acmeWithOrders);
beforeAll(() => createSkus(world));
afterAll(() => expectInvariants(auditedWorld(world, null)));

const toBody = ({ quantity, rate, sku, ...details }: Case) =>
	order({
		...Object.fromEntries(
			Object.entries(details).filter(([, value]) => value !== undefined),
		),
		lineItems: [{ identifier: "line-1", quantity, rate, ...sku }],
	});

/** Spec 3.1, 4.2 and 7.2: the code of the refusal, or `data` without its id. */
function expectedOf(one: Case): string | object {
	const isMatched = "skuCode" in one.sku && one.sku.skuCode === "rod-1";
	const isNamed = "skuCode" in one.sku;
	if (one.matchingType === "THREE_WAY" && !isNamed) return "SKU_REQUIRED";
	if (one.matchingType === "THREE_WAY" && !isMatched) return "SKU_NOT_FOUND";
	if (one.vendorId === "v-unknown") return "VENDOR_NOT_FOUND";
	const po = (["vendorId", "description", "paymentTerms"] as const).filter(
		(name) => one[name] === undefined,
	);
	const line = (["quantity", "rate"] as const).filter(
		(name) => one[name] === 0,
	);
	const isComplete = po.length + line.length === 0;
	const wanted = one.state === "ACTIVE";
	return {
		state: wanted && isComplete ? "ACTIVE" : "DRAFTED",
		...(isNamed && !isMatched && { skuMatchWarnings: [expect.anything()] }),
		...(wanted &&
			!isComplete && {
				submitWarnings: {
					po,
					lineItems: line.length > 0 ? { "line-1": line } : {},
				},
			}),
	};
}

const groups = combinations({
	state: choices.state,
	matchingType: choices.matchingType,
});

it.each(groups)(
	"3.1, 4.2: every combination of an order's values and of what it leaves out: state $state, $matchingType",
	async ({ state, matchingType }) => {
		const own = cases.filter(
			(one) => one.state === state && one.matchingType === matchingType,
		);
		expect(own).toHaveLength(288);
		await forEachConcurrently(own, 4, async (one) => {
			const { body } = await create(world, toBody(one));
			const { poId, ...data } = body.data ?? {};
			const label = JSON.stringify(one);
			expect([label, body.error?.code ?? data]).toEqual([
				label,
				expectedOf(one),
			]);
			expect(poId).toEqual(body.ok ? expect.any(String) : undefined);
		});
	},
);
