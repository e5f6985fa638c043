import { beforeEach, describe, expect, it } from "vitest";
import { latency } from "../../support/aws-gateway/faults/effects.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId } from "../../support/world.ts";
import { acmeWithOrders, lineItem, order } from "../purchase-order/orders.ts";

const advancePath = "/v1.0/payment/request/vendor-advance";
const orderPath = "/v1.0/procurement/purchase-order";
/** conventions: what is refused costs no more, however much it names. */
const readUnitsMax = 1_000;
const callsAtOnceMax = 10;

const world = useWorld(acmeWithOrders);
let underWay = 0;
let mostAtOnce = 0;
beforeEach(async () => {
	await world.post("/v1.0/inventory/skus/bulk", {
		skus: [{ name: "Steel rod", itemCode: "ROD-1" }, { name: "Glue" }],
	});
	// The caller is known from now on.
	await world.post(orderPath, {});
	await world.post(advancePath, {});
	underWay = 0;
	mostAtOnce = 0;
	world.gateway.meter.reset();
	world.addFault({
		operation: "BatchGetItem",
		effect: async (call, forward) => {
			underWay += 1;
			mostAtOnce = Math.max(mostAtOnce, underWay);
			const answer = await latency({ milliseconds: 5 })(call, forward);
			underWay -= 1;
			return answer;
		},
	});
});

const many = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

const madeUpTags = (count: number) =>
	Object.fromEntries(many(count, (index) => [`t${index}`, { value: 1 }]));

/** Sends a body; nothing of the request may go on behind its answer, and no more than so many calls at once. */
async function send(path: string, body: unknown) {
	const answer = await world.post(path, body);
	expect(underWay).toBe(0);
	expect(mostAtOnce).toBeLessThanOrEqual(callsAtOnceMax);
	const { calls, readUnits } = world.gateway.meter.read(serviceAccessKeyId);
	return { ...answer, calls, readUnits };
}

async function expectRefused(path: string, body: unknown, message: string) {
	const { status, body: answered, readUnits } = await send(path, body);
	expect(answered.error.message).toContain(message);
	expect(status).toBeLessThan(500);
	expect(readUnits).toBeLessThanOrEqual(readUnitsMax);
}

describe("conventions: bad input costs at most 1,000 read units, the first failure is reported", () => {
	const advance = { amount: 1, vendorId: "v-1" };
	const lines = (count: number, make: (index: number) => object) =>
		many(count, (index) => ({ ...lineItem(), ...make(index) }));
	const threeWay = (...lineItems: object[]) => ({
		...order(),
		matchingType: "THREE_WAY",
		lineItems,
	});

	it.each<[string, string, object, string]>([
		[
			"an advance with 100,000 unknown tags",
			advancePath,
			{ ...advance, tags: madeUpTags(100_000) },
			"/tags/t0 is not a tag of the organization: GET /v1.0/tag lists them",
		],
		[
			"an advance with a known tag of a wrong value before them",
			advancePath,
			{ ...advance, tags: { project: { value: 1 }, ...madeUpTags(5_000) } },
			"/tags/project/value must be string",
		],
		[
			"an advance of an unknown vendor with them",
			advancePath,
			{ ...advance, vendorId: "v-9", tags: madeUpTags(5_000) },
			"Vendor not found: GET /v1.0/vendor lists the vendors",
		],
		[
			"an order with 100,000 unknown tags",
			orderPath,
			{ ...order(), tags: madeUpTags(100_000) },
			"/tags/t0 is not a tag of the organization: GET /v1.0/tag lists them",
		],
		[
			"an order with unknown tags on its lines",
			orderPath,
			{
				...order(),
				lineItems: lines(20_000, (index) => ({
					tags: { [`t${index}`]: { value: 1 } },
				})),
			},
			"/lineItems/0/tags/t0 is not a tag",
		],
		[
			"an order with 40,000 unknown taxes",
			orderPath,
			{
				...order(),
				lineItems: lines(40_000, (index) => ({ taxId: 100 + index })),
			},
			"Invalid tax id",
		],
		[
			"an order of an unknown vendor with 5,000 SKUs that match nothing",
			orderPath,
			{
				...order({ vendorId: "v-9" }),
				lineItems: lines(5_000, (index) => ({ skuCode: `C-${index}` })),
			},
			"Vendor not found: GET /v1.0/vendor lists the vendors",
		],
		[
			"a THREE_WAY order with 40,000 unknown codes, behind known ones",
			orderPath,
			threeWay(
				lineItem({ skuCode: "rod-1" }),
				lineItem({ skuName: "glue" }),
				...lines(40_000, (index) => ({
					identifier: `unknown-${index}`,
					skuCode: `C-${index}`,
				})),
				lineItem({ skuName: "STEEL ROD" }),
			),
			"'unknown-0': no SKU has the item code 'C-0'",
		],
		[
			"a THREE_WAY order with 40,000 unknown names, and then none",
			orderPath,
			threeWay(
				...lines(40_000, (index) => ({
					identifier: `unknown-${index}`,
					skuName: `N-${index}`,
				})),
				lineItem({ identifier: "none" }),
			),
			"'unknown-0': no SKU has the name 'N-0'",
		],
	])("%s", async (_, path, body, message) => {
		await expectRefused(path, body, message);
	});
});

describe("a valid request is read to its end, with at most 10 calls at once", () => {
	it("4.2: a TWO_WAY order with 3,000 unmatched SKUs: each has its warning", async () => {
		const lineItems = many(3_000, (index) =>
			lineItem({ identifier: `${index}`, skuCode: `C-${index}` }),
		);
		const last = lineItem({ skuCode: "ROD-1" });
		const { status, body, calls } = await send(
			orderPath,
			order({ lineItems: [...lineItems, last] }),
		);
		expect(status).toBe(200);
		expect(body.data.skuMatchWarnings).toHaveLength(3_000);
		expect(calls).toBe(32);
	});

	it("2.6: an order with 1,500 tags that are known", async () => {
		const tags = many(1_500, (index) => ({
			slug: `known-${index}`,
			name: "",
			type: "NUMBER" as const,
		}));
		await world.import({ ...acmeWithOrders(), tags });
		const sent = tags.map(({ slug }) => [slug, { value: 1 }]);
		const { status } = await send(orderPath, {
			...order(),
			tags: Object.fromEntries(sent),
		});
		expect(status).toBe(200);
	});
});
