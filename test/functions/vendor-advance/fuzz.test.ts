import fc from "fast-check";
import { expect, it } from "vitest";
import { propertySeed } from "../../support/property-seed.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { acmeWithAdvances, raise, raisedAdvances } from "./advances.ts";

const world = useSharedWorld(acmeWithAdvances);

const text = fc.oneof(
	fc.string({ unit: "binary", maxLength: 120 }),
	fc.constantFrom("__proto__", "constructor", "#", "", "ORG#acme", "\u0000"),
);
const figure = fc.oneof(
	fc.double(),
	fc.integer(),
	fc.constantFrom(0, -0, 1e-20, 1e15 - 1, 1e15, 5e-324, 0.1 + 0.2),
);
/** Now right, now of another kind altogether. */
const mostly = <Value>(right: fc.Arbitrary<Value>) =>
	fc.oneof(
		{ weight: 6, arbitrary: right },
		{ weight: 1, arbitrary: fc.oneof(text, figure, fc.jsonValue()) },
	);
const slug = fc.oneof(fc.constantFrom("cost-centre", "project"), text);
const bodies = fc.record(
	{
		amount: mostly(fc.oneof(fc.constant(1000), figure)),
		vendorId: mostly(fc.constantFrom("v-1", "v-2")),
		gstId: mostly(fc.constantFrom(1, 2)),
		gstAmount: mostly(fc.constantFrom(180, 50)),
		tdsId: mostly(fc.constant(1)),
		tdsAmount: mostly(fc.constant(100)),
		currency: mostly(fc.constantFrom("INR", "USD")),
		purchaseOrderLinkId: mostly(fc.constantFrom("po-1", "po-small")),
		narration: mostly(text),
		tags: mostly(
			fc.dictionary(slug, fc.record({ value: fc.oneof(text, figure) })),
		),
		orgEntity: mostly(fc.constantFrom(11, 12)),
	},
	{ requiredKeys: ["amount", "vendorId"] },
);

it("7: whatever is sent, the answer is 200 with an advance, or a 4xx of the spec without one", async () => {
	const statuses = new Set<number>();
	let raised = 0;
	await fc.assert(
		fc.asyncProperty(bodies, async (body) => {
			const answer = await raise(world, body);
			statuses.add(answer.status);
			if (answer.status === 200) {
				raised += 1;
				return;
			}
			expect([400, 404]).toContain(answer.status);
			expect(answer.body).toEqual({
				ok: false,
				error: { code: expect.any(String), message: expect.any(String) },
			});
		}),
		{ seed: propertySeed, numRuns: 500 },
	);
	expect([...statuses].sort()).toEqual([200, 400, 404]);
	expect(await raisedAdvances(world)).toHaveLength(raised);
});
