import { beforeEach, describe, expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import {
	before,
	drop,
	failBefore,
	heldBack,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import { failStatements } from "../../support/aws-gateway/faults/partial-effects.ts";
import { statementOutcomes } from "../../support/call-outcomes.ts";
import {
	findSkuByCode,
	findSkuByName,
	findSkusByCode,
	findSkusByName,
} from "../../support/skus.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(acme);
beforeEach(() => world.skipPauses());
beforeEach(async () => {
	// The first request caches the API key.
	await create([{ name: "First", itemCode: "F" }]);
});

const create = (skus: object[]) =>
	world.post("/v1.0/inventory/skus/bulk", { skus });

const fault = (effect: Effect, options: Partial<Fault> = {}) =>
	world.addFault({ operation: "BatchExecuteStatement", effect, ...options });

const someSkus = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		name: `Name ${index}`,
		itemCode: `C-${index}`,
	}));

/** A call with the statement that creates, or names, a SKU. */
const mentions = (text: string) => (body: unknown) =>
	JSON.stringify(body).includes(text);

async function expectFound(skus: { name: string; itemCode: string }[]) {
	const byCode = await findSkusByCode(
		world,
		skus.map(({ itemCode }) => itemCode),
	);
	expect(byCode).toMatchObject(skus);
	const byName = await findSkusByName(
		world,
		skus.map(({ name }) => name),
	);
	expect(byName).toMatchObject(skus);
}

describe("4.1: with any outcome of a call, the SKUs are created, once, and found by code and name", () => {
	it.each(statementOutcomes)("%s while creating", async (_, effect) => {
		fault(effect, { times: 2 });
		const skus = someSkus(30);
		const { status, body } = await create(skus);
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ successCount: 30, failed: [] });
		await expectFound(skus);
	});

	it.each(statementOutcomes)("%s while naming", async (_, effect) => {
		fault(effect, { skip: 1, times: 1 });
		const skus = someSkus(3);
		const { body } = await create(skus);
		expect(body.data).toMatchObject({ successCount: 3, failed: [] });
		await expectFound(skus);
	});

	it("a lost answer, for SKUs without code", async () => {
		fault(loseAnswer(), { times: 1 });
		const { body } = await create([{ name: "A" }, { name: "B" }]);
		expect(body.data.successCount).toBe(2);
		expect(await findSkuByName(world, "A")).toMatchObject({ name: "A" });
	});
});

describe("4.1: a SKU that cannot be created is in failed, and does not affect the others", () => {
	it("when its write alone is refused for load to the last", async () => {
		fault(
			failStatements({ code: "ThrottlingError", chosen: (at) => at === 1 }),
			{ times: 1 },
		);
		fault(failStatements({ code: "ThrottlingError" }), {
			matches: (body) =>
				mentions("C-1")(body) &&
				!mentions("C-2")(body) &&
				!mentions("NAME")(body),
		});
		const skus = someSkus(3);
		const { status, body } = await create(skus);
		expect(status).toBe(200);
		expect(body.data.failed).toEqual([
			{
				name: "Name 1",
				itemCode: "C-1",
				error:
					"The service is busy and did not create this SKU; it is safe to retry",
			},
		]);
		expect(await findSkuByCode(world, "C-1")).toBeUndefined();
		await expectFound(skus.filter(({ itemCode }) => itemCode !== "C-1"));
	});

	it("when its call fails to the last: the other calls' SKUs are created", async () => {
		fault(failBefore(), { matches: mentions("C-29") });
		const skus = someSkus(30);
		const { status, body } = await create(skus);
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ successCount: 25, failureCount: 5 });
		expect(body.data.failed[0]).toEqual({
			name: "Name 25",
			itemCode: "C-25",
			error:
				"The service could not determine whether this SKU was created; it is safe to retry",
		});
		await expectFound(skus.slice(0, 25));
	});

	it("when it has no code and its call fails to the last: the error warns of a retry", async () => {
		fault(failBefore(), { matches: mentions("Glue") });
		const { status, body } = await create([{ name: "Glue" }]);
		expect(status).toBe(200);
		expect(body.data.failed).toEqual([
			{
				name: "Glue",
				itemCode: null,
				error:
					"The service could not determine whether this SKU was created; without an item code, a retry may create it twice",
			},
		]);
	});

	it("when neither its answer nor its record arrives", async () => {
		fault(loseAnswer(), { matches: mentions("C-29") });
		fault(failBefore(), { operation: "BatchGetItem" });
		const { status, body } = await create(someSkus(30));
		expect(status).toBe(200);
		expect(body.data).toMatchObject({ successCount: 25, failureCount: 5 });
	});

	it.each([
		["a throttled call", throttle()],
		["a broken connection", drop()],
	])(
		"when its name cannot be stored, because of %s to the last: the name is stored if the SKU is sent again",
		async (_, effect) => {
			const failing = fault(effect, { matches: mentions("SKUNAME") });
			const skus = someSkus(2);
			const { status, body } = await create(skus);
			expect(status).toBe(200);
			expect(body.data.created).toEqual([]);
			expect(body.data.failed[1].error).toBe(
				"This SKU was stored, but cannot be found by its name yet; it is safe to retry",
			);
			failing.remove();
			await create(skus);
			await expectFound(skus);
		},
	);
});

describe("sending the same SKUs again after a crash completes what was left", () => {
	it("names find the SKUs that were created before it", async () => {
		const dead = fault(drop(), { matches: mentions("SKUNAME") });
		const skus = someSkus(3);
		await create(skus);
		dead.remove();
		expect(await findSkuByName(world, "Name 1")).toBeUndefined();
		const { body } = await create([
			// A new one of the same name comes after the one that was there.
			{ name: "Name 1", itemCode: "C-new" },
			...skus,
		]);
		expect(body.data).toMatchObject({ successCount: 1, failureCount: 3 });
		await expectFound(skus);
	});
});

it("2.1: a code that someone takes in between is theirs, with any outcome of our answer", async () => {
	const ours = { times: 1, matches: mentions("Ours") };
	fault(
		before(() => create([{ name: "Theirs", itemCode: "c-0" }])),
		ours,
	);
	fault(loseAnswer(), ours);
	const { body } = await create([{ name: "Ours", itemCode: "C-0" }]);
	expect(body.data.failed).toMatchObject([
		{
			error:
				"A SKU with the item code 'C-0' exists already: use it, or choose another code",
		},
	]);
	expect(await findSkuByCode(world, "C-0")).toMatchObject({ name: "Theirs" });
	expect(await findSkuByName(world, "Ours")).toBeUndefined();
});

it("2.1: a write that lands after it was given up changes nothing", async () => {
	const late = heldBack();
	fault(late.effect, { times: 1 });
	const sku = { name: "Late", itemCode: "L" };
	const { body } = await create([sku]);
	expect(body.data.successCount).toBe(1);
	expect(await late.land()).toBe(1);
	await expectFound([sku]);
});
