import { beforeEach, describe, expect, it } from "vitest";
import { toDecimal } from "../../../shared/money/decimal.ts";
import {
	drop,
	failAfter,
	failBefore,
	killAfter,
	killBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import { leaveKeysOver } from "../../support/aws-gateway/faults/partial-effects.ts";
import { tearTransactions } from "../../support/aws-gateway/faults/torn-transactions.ts";
import { callOutcomes } from "../../support/call-outcomes.ts";
import { logged } from "../../support/logged.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithOrders,
	activatable,
	createdOrder,
	lineItem,
	patch,
	storedOrder,
} from "../purchase-order/orders.ts";

const world = useWorld(acmeWithOrders);
beforeEach(() => world.skipPauses());
let poId: string;
beforeEach(async () => {
	// The first request caches the API key.
	poId = await createdOrder(world, { ...activatable, state: "DRAFTED" });
});

const operations = ["GetItem", "BatchGetItem", "UpdateItem"] as const;

const fault = (
	operation: (typeof operations)[number],
	effect: Effect,
	options: Partial<Fault> = {},
) => world.addFault({ operation, effect, ...options });

const change = { state: "ACTIVE", additionalNotes: "x" };

async function expectChanged(answer: Awaited<ReturnType<typeof patch>>) {
	expect(answer).toMatchObject({
		status: 200,
		headers: { etag: '"2"' },
		body: { data: { poId, state: "ACTIVE", version: 2 } },
	});
	expect(await storedOrder(world, poId)).toMatchObject({
		state: "APPROVED",
		version: 2,
	});
}

const internalError = {
	status: 500,
	body: { ok: false, error: { code: "INTERNAL_ERROR" } },
};

describe("R1: with any fault of one call, the order is changed once", () => {
	it.each(
		operations.flatMap((operation) =>
			callOutcomes.map(([name, effect]) => [operation, name, effect] as const),
		),
	)("R1: %s: %s", async (operation, _, effect) => {
		const added = fault(operation, effect, { times: 1 });
		const answer = await patch(world, poId, change);
		expect(added.hits).toBe(1);
		await expectChanged(answer);
	});

	it("R1: keys that the store reads later", async () => {
		fault("BatchGetItem", leaveKeysOver({ chosen: () => true }), { times: 1 });
		await expectChanged(await patch(world, poId, change));
	});

	it.each<[string, Effect]>([
		["lost", loseAnswer()],
		["an internal error", failAfter()],
	])(
		"R1: the write takes effect, and its answer is %s each time",
		async (_, effect) => {
			fault("UpdateItem", effect);
			await expectChanged(await patch(world, poId, change));
			// The write whose answer was lost, counted once.
			expect(world.metrics).toContainEqual({
				values: { OutcomesSettled: 1 },
				dimension: { operation: "update-purchase-order" },
			});
		},
	);

	it("R1: a write that arrives only when it is sent again takes effect once", async () => {
		const sent: (() => Promise<unknown>)[] = [];
		const added = fault("UpdateItem", async (call, forward) => {
			sent.push(() => forward(call));
			if (sent.length === 1) return drop()(call, forward);
			await sent[0]?.();
			return forward(call);
		});
		await expectChanged(await patch(world, poId, change));
		expect(added.hits).toBe(2);
	});

	it("R1: while a write may still arrive, the same is sent again, after any change meanwhile", async () => {
		let arrive = async () => {};
		fault(
			"UpdateItem",
			async (call, forward) => {
				arrive = async () => void (await forward(call));
				await world.import({
					...acmeWithOrders(),
					gstTaxes: [{ id: 1, name: "GST", rate: 28, rateType: "PERCENTAGE" }],
				});
				return drop()(call, forward);
			},
			{ times: 1 },
		);
		const lineItems = [lineItem({ taxId: 1, taxAmount: 180 })];
		await expectChanged(await patch(world, poId, { ...change, lineItems }));
		await arrive();
		expect(await storedOrder(world, poId)).toMatchObject({
			version: 2,
			amount: toDecimal(1180),
		});
	});

	it("R1: six refusals for load in a row are overcome", async () => {
		fault("UpdateItem", throttle(), { times: 6 });
		await expectChanged(await patch(world, poId, change));
	});
});

it("ADR 20: an advance whose import is not visible as a whole yet is not taken for missing", async () => {
	let answer: unknown;
	const tear = tearTransactions(world.gateway.faults, {
		operation: "ExecuteTransaction",
		times: 1,
		// The order comes first.
		isHidden: (index) => index === 1,
		meanwhile: async () => {
			answer = await patch(world, poId, change);
		},
	});
	const advance = { id: "adv-1", vendorId: "v-1", purchaseOrderLinkId: poId };
	await world.import({
		...acmeWithOrders(),
		advances: [{ ...advance, state: "PENDING" }],
	});
	expect(tear.tornReads).toBe(1);
	expect(answer).toMatchObject({ status: 200 });
});

describe("R1: 500 with nothing changed", () => {
	/** An invocation in which only writes take time: so many milliseconds each. */
	function slowWrites(milliseconds: number) {
		let passed = 0;
		return {
			take: () => {
				passed += milliseconds;
			},
			options: {
				context: {
					...world.lambdaContext(),
					getRemainingTimeInMillis: () => 29_000 - passed,
				},
			},
		};
	}

	it.each<[string, Effect, string]>([
		["fails", failBefore(), "InternalServerError"],
		["never arrives", drop(), "TimeoutError"],
		["is refused for load", throttle(), "ThrottlingException"],
	])("R1: when each write %s, after 10 s", async (_, effect, name) => {
		const before = await tableContents(world);
		const { take, options } = slowWrites(2_500);
		const added = fault("UpdateItem", (call, forward) => {
			take();
			return effect(call, forward);
		});
		const answer = await patch(world, poId, change, options);
		expect(answer).toMatchObject(internalError);
		expect(added.hits).toBe(4);
		expect(logged(world, "Request failed")).toMatchObject([
			{ error: { cause: { name } } },
		]);
		expect(await tableContents(world)).toEqual(before);
	});

	it("R1: when other writers are faster for 10 s; theirs are kept", async () => {
		const { take, options } = slowWrites(2_500);
		let rivals = 0;
		let isRivalAtWork = false;
		const beFaster: Effect = async (call, forward) => {
			if (isRivalAtWork) return forward(call);
			isRivalAtWork = true;
			rivals += 1;
			await patch(world, poId, { additionalNotes: `rival ${rivals}` });
			isRivalAtWork = false;
			take();
			return forward(call);
		};
		fault("UpdateItem", beFaster);
		const answer = await patch(world, poId, change, options);
		expect(answer).toMatchObject(internalError);
		expect(rivals).toBe(4);
		expect(await storedOrder(world, poId)).toMatchObject({
			state: "DRAFTED",
			version: 5,
		});
	});

	it.each(["GetItem", "BatchGetItem"] as const)(
		"R1: when no %s is answered",
		async (operation) => {
			const before = await tableContents(world);
			fault(operation, drop());
			expect(await patch(world, poId, change)).toMatchObject(internalError);
			expect(await tableContents(world)).toEqual(before);
		},
	);
});

describe("R1: a function that dies leaves the order unchanged, or changed as a whole", () => {
	it.each(
		operations.flatMap((operation) => [
			[operation, "before", killBefore] as const,
			[operation, "after", killAfter] as const,
		]),
	)("R1: killed at %s, %s its effect", async (operation, when, kill) => {
		const contents = await tableContents(world);
		const die = () => {
			for (const dead of operations) fault(dead, drop());
		};
		fault(operation, kill(die), { times: 1 });
		await patch(world, poId, change);
		world.gateway.faults.clear();

		const isChanged = operation === "UpdateItem" && when === "after";
		if (!isChanged) expect(await tableContents(world)).toEqual(contents);
		const repeated = await patch(world, poId, change);
		if (!isChanged) return expectChanged(repeated);
		expect(repeated).toMatchObject({
			status: 409,
			body: { error: { code: "INVALID_STATE_TRANSITION" } },
		});
		expect(await storedOrder(world, poId)).toMatchObject({
			state: "APPROVED",
			version: 2,
		});
	});
});
