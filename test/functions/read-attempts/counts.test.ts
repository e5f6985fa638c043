import { randomBytes } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import type { Answer } from "../../support/world.ts";

const world = useWorld(() =>
	acme({
		invoices: slugs.map((slug) => ({
			slug,
			state: "APPROVED",
			amount: 1_000_000,
		})),
	}),
);
beforeEach(async () => {
	// From here on the API key is cached.
	await world.getAttempt("mark-as-paid", "none");
	await pay(world, [{ slug: "none", amount: 1 }]);
});

/** The worst case that R9 names: 30 characters each, of which none tells of another. */
const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789-";
const slugs = Array.from({ length: 100 }, () =>
	Array.from(randomBytes(30), (byte) => alphabet[byte % alphabet.length]).join(
		"",
	),
);

const resources = slugs.map((slug, index) => ({
	slug,
	amount: Math.round(1_000 + Math.sin(index) * 99_999_900) / 100 + 1_000_000,
}));

const key64 = "k".repeat(64);

const meter = (act: () => Promise<Answer>) => meterCalls(world, act);

it.each([
	[1, 1],
	[20, 1],
	[100, 3],
])(
	"R9: the claim of %d payments takes %d write units, and the end of a request that paid less one unit, call and round trip",
	async (count, units) => {
		// No amount fits, so nothing else is written.
		const refused = resources
			.slice(0, count)
			.map(({ slug, amount }) => ({ slug, amount: amount + 1_000_000 }));
		const options = { idempotencyKey: key64 };
		expect(await meter(() => pay(world, refused, options))).toMatchObject({
			answer: { status: 422 },
			operations: ["PutItem", "BatchGetItem", "PutItem"],
			roundTrips: 3,
			writeUnits: units + 1,
		});
	},
);

it("performance: 100 payments with their attempt recorded take 6 calls, 3 round trips and 1.03 write units each", async () => {
	const affordable = resources.map(({ slug }, index) => ({
		slug,
		amount: 12_345.67 + index * 7.01,
	}));
	const options = { idempotencyKey: key64 };
	expect(await meter(() => pay(world, affordable, options))).toMatchObject({
		answer: { status: 200 },
		calls: 6,
		roundTrips: 3,
		writeUnits: 103,
		readUnits: 100,
	});
	expect(
		await meter(() => world.getAttempt("mark-as-paid", key64)),
	).toMatchObject({
		answer: { status: 200 },
		operations: ["Query", "BatchGetItem"],
		roundTrips: 2,
		writeUnits: 0,
		readUnits: 101,
	});
});

it("R9: an attempt that was refused as invalid, or is not there, takes one call", async () => {
	await pay(world, [], { idempotencyKey: "k" });
	for (const [key, status] of [
		["k", 200],
		["none", 404],
	] as const) {
		expect(
			await meter(() => world.getAttempt("mark-as-paid", key)),
		).toMatchObject({ answer: { status }, calls: 1 });
	}
});
