import { beforeEach, describe, expect, it } from "vitest";
import type { Invoice } from "../../../shared/invoices/invoice.ts";
import { isOvergrown } from "../../../shared/invoices/item/archive-payments.store.ts";
import type { PaymentResult } from "../../../shared/payments/payment-result.ts";
import { disconnected } from "../../../tools/local/aws-gateway/aws-call.ts";
import {
	awsError,
	jsonAnswer,
} from "../../../tools/local/aws-gateway/aws-error.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	before,
	conflict,
	failAfter,
	failBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import { startBatch, workOff } from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId } from "../../support/world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(2, 1_000) }));

/** Payments as large as they come: a hundred of them fill an invoice ten times over. */
const payTimes = (count: number) =>
	pay(
		world,
		Array.from({ length: count }, (_, index) => ({
			slug: "inv-0",
			amount: 0.01,
			narration: "😀".repeat(500),
			utr: `${"😀".repeat(60)}${index}`,
		})),
	);

const lockHeld = { status: 422, body: { message: "LOCK_HELD" } };

it("payments: an invoice may have any number of partial payments; the older ones move to pages", async () => {
	for (let round = 0; round < 6; round++) {
		expect((await payTimes(100)).status).toBe(200);
	}
	const state = await invoiceState(world, "inv-0");
	expect(state).toMatchObject({ due: "994", paid: "6", paymentPages: 5 });
	expect(state.payments).toHaveLength(600);
	expect(new Set(state.payments.map(({ id }) => id)).size).toBe(600);
});

it("an invoice whose payments were archived is small again: its next payment costs as much as a first one", async () => {
	await payTimes(100);
	await payTimes(1);
	world.gateway.meter.reset();
	expect((await payTimes(1)).status).toBe(200);
	const { writeUnits } = world.gateway.meter.read(serviceAccessKeyId);
	expect(writeUnits).toBeLessThanOrEqual(1 + 7);
});

it.each([
	["fails", failBefore()],
	["conflicts with another transaction", conflict()],
	["takes effect, but its answer is lost", loseAnswer()],
	["takes effect, but reports an error", failAfter()],
])("a move that %s loses and repeats nothing", async (_, effect) => {
	await payTimes(100);
	world.addFault({
		operation: "TransactWriteItems",
		times: 1,
		effect,
	});
	expect((await payTimes(1)).status).toBe(200);
	const state = await invoiceState(world, "inv-0");
	expect(state).toMatchObject({ due: "998.99", paid: "1.01" });
	expect(state.payments).toHaveLength(101);
});

describe("a payment that took effect, and whose answer was lost", () => {
	/** What others do before its outcome is looked up. */
	function beforeLookUp(act: () => Promise<unknown>) {
		let isFirst = true;
		world.addFault({
			operation: "BatchExecuteStatement",
			effect: async (call, forward) => {
				if (!isFirst) return forward(call);
				isFirst = false;
				await forward(call);
				await act();
				return disconnected;
			},
		});
	}
	// Just below what makes an invoice overgrown: the next payment after one more moves them all.
	beforeEach(() => payTimes(12));

	it("is found on the page to which somebody else has moved it", async () => {
		beforeLookUp(() => payTimes(1));
		expect((await payTimes(1)).status).toBe(200);
		const state = await invoiceState(world, "inv-0");
		expect(state.payments).toHaveLength(14);
		expect(state.paymentPages).toBe(1);
	});

	it("is found on any page written since, not only on the last one", async () => {
		beforeLookUp(async () => {
			for (let round = 0; round < 3; round++) await payTimes(20);
		});
		expect((await payTimes(1)).status).toBe(200);
		const state = await invoiceState(world, "inv-0");
		expect(state.payments).toHaveLength(73);
		expect(state.paymentPages).toBe(3);
	});

	it("7.4: never reports LOCK_HELD because its page is not visible yet", async () => {
		const inPage = "PAYMENTS#0";
		let tornReads = 0;
		beforeLookUp(async () => {
			await payTimes(1);
			world.addFault({
				operation: "BatchGetItem",
				matches: (body) => JSON.stringify(body).includes(inPage),
				times: 2,
				effect: async () => {
					tornReads += 1;
					return jsonAnswer(200, { Responses: {} });
				},
			});
		});
		expect((await payTimes(1)).status).toBe(200);
		expect(tornReads).toBe(2);
		expect((await invoiceState(world, "inv-0")).payments).toHaveLength(14);
	});
});

it("7.4: an invoice that changes after its payments were moved is LOCK_HELD", async () => {
	await payTimes(100);
	world.addFault({
		operation: "BatchExecuteStatement",
		times: 1,
		effect: before(() => payTimes(1)),
	});
	expect(await payTimes(1)).toMatchObject(lockHeld);
	const { payments, paymentPages } = await invoiceState(world, "inv-0");
	expect(payments).toHaveLength(101);
	expect(paymentPages).toBe(1);
});

it.each([
	[6, 0, false],
	[6, 1, true],
	[5, 1, false],
])(
	"%i payments that have 32 KB and %i bytes together: whether they move is %s",
	(count, more, isMoved) => {
		const payments = Array.from({ length: count }, () => ({ narration: "" }));
		const [first = { narration: "" }] = payments;
		const rest = Buffer.byteLength(JSON.stringify(payments));
		first.narration = "n".repeat(32 * 1024 + more - rest);
		expect(isOvergrown({ payments } as Invoice)).toBe(isMoved);
	},
);

it("a move that lands late takes away no payment that was made in between", async () => {
	await payTimes(100);
	let moves = 0;
	world.addFault({
		operation: "TransactWriteItems",
		effect: async (call, forward) => {
			moves += 1;
			// The rival's own move fails, and it pays all the same.
			if (moves > 1) return failBefore()(call, forward);
			expect((await payTimes(1)).status).toBe(200);
			return forward(call);
		},
	});
	expect(await payTimes(1)).toMatchObject(lockHeld);
	const { due, paid, payments } = await invoiceState(world, "inv-0");
	expect(Number(due) + Number(paid)).toBeCloseTo(1_000, 8);
	expect(payments).toHaveLength(Math.round(Number(paid) * 100));
});

describe("2.6: an invoice whose payments cannot be moved away", () => {
	beforeEach(() => world.skipPauses());

	/** Fills `inv-0` to some 290 KB, which a single write allows. */
	async function overgrow() {
		const narration = "n".repeat(500);
		const resources = Array.from({ length: 380 }, () => ({
			slug: "inv-0",
			amount: 0.01,
			narration,
		}));
		await startBatch(world, resources);
		await workOff(world);
	}

	/** To as much as a request may bring one invoice to. */
	const payBoth = () =>
		pay(world, [
			{ slug: "inv-1", amount: 5 },
			...Array.from({ length: 99 }, () => ({
				slug: "inv-0",
				amount: 0.01,
				narration: "न".repeat(500),
			})),
		]);

	const refuseMoves = (effect: Effect, times = Number.POSITIVE_INFINITY) =>
		world.addFault({
			operation: "TransactWriteItems",
			times,
			effect,
		});

	it.each<[string, Effect]>([
		["conflicts to the last", conflict()],
		["is throttled to the last", throttle()],
		["fails", failBefore()],
	])(
		"is LOCK_HELD, and its neighbour DONE, when the move %s",
		async (_, effect) => {
			await overgrow();
			const { version } = await invoiceState(world, "inv-0");
			refuseMoves(effect);
			world.skipPauses();
			const { status, body } = await payBoth();
			expect(status).toBe(200);
			const reasons = new Set(
				body.data.results.map(
					({ status, reason }: PaymentResult) => reason ?? status,
				),
			);
			expect([...reasons]).toEqual(["DONE", "LOCK_HELD"]);
			expect((await invoiceState(world, "inv-1")).payments).toHaveLength(1);
			const kept = await invoiceState(world, "inv-0");
			expect(kept.payments).toHaveLength(380);
			// Nothing has to be fenced off.
			expect(kept.version).toBe(version);
			world.gateway.faults.clear();
			expect((await payBoth()).status).toBe(200);
			expect((await invoiceState(world, "inv-0")).payments).toHaveLength(479);
		},
	);

	it.each([conflict(), throttle()])(
		"is paid when the move is refused once",
		async (effect) => {
			await overgrow();
			refuseMoves(effect, 1);
			const { body } = await payBoth();
			expect(
				body.data.results.every(
					({ status }: PaymentResult) => status === "DONE",
				),
			).toBe(true);
		},
	);

	it("never hides a bug: a move that the store finds invalid is a 500", async () => {
		await overgrow();
		refuseMoves(async (call) => awsError(call, 400, "ValidationException"));
		expect((await payBoth()).status).toBe(500);
	});
});

it("2.6: more than 300 KB of payments of one invoice are a 400 with the pointer, nothing is paid", async () => {
	await world.import(
		acme({
			invoices: [{ slug: "s".repeat(1_000), state: "APPROVED", amount: 1_000 }],
		}),
	);
	const answer = await pay(world, [
		{ slug: "inv-1", amount: 1 },
		...Array.from({ length: 99 }, () => ({
			slug: "s".repeat(1_000),
			amount: 1,
			narration: "😀".repeat(500),
		})),
	]);
	expect(answer).toMatchObject({
		status: 400,
		body: {
			error: {
				code: "VALIDATION_ERROR",
				message:
					"Validation failed: /resources/94 must NOT bring the payments of one invoice to more than 300 KB: use several requests",
			},
		},
	});
	expect((await invoiceState(world, "inv-1")).payments).toEqual([]);
});
