import { describe, expect, it } from "vitest";
import { withRetryTime } from "../../../shared/dynamodb/table.ts";
import { reversePayment } from "../../../shared/payments/reversals/reverse-payment.store.ts";
import type { RetryTime } from "../../../shared/timing/retry-time.ts";
import { awsError } from "../../../tools/local/aws-gateway/aws-error.ts";
import { lockInvoice } from "../../../tools/operator/invoices/lock-invoice.ts";
import { payableInvoices } from "../../support/acme.ts";
import {
	before as actBefore,
	failBefore,
	heldBack,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import { callOutcomes } from "../../support/call-outcomes.ts";
import {
	acmeWithVendors,
	createInvoice,
	patchInvoice,
	payInvoice,
	storedInvoice,
} from "../../support/created-invoices.ts";
import { invoiceState } from "../../support/invoices.ts";
import { pay } from "../../support/pay.ts";
import {
	balancedInvoice,
	paymentsOf,
	reverse,
} from "../../support/reversals.ts";
import { rivals } from "../../support/rivals.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";
import { archivedSlug, largePayments, payPages } from "./archived.ts";

const world = useWorld(() =>
	acmeWithVendors({ invoices: payableInvoices(1, 1_000) }),
);

interface PaymentName {
	slug: string;
	paymentId: string;
}

/** A payment in its invoice: the only one. */
async function recentPayment(number = "N-1"): Promise<PaymentName> {
	const more = { state: "APPROVED", invoiceNumber: number };
	const slug = await createInvoice(world, more);
	await payInvoice(world, slug, 40);
	const [{ id: paymentId }] = await paymentsOf(world, slug);
	return { slug, paymentId };
}

/** A payment in a payments page; one more is in the invoice. */
async function archivedPayment(): Promise<PaymentName> {
	const [[paymentId = ""] = []] = await payPages(world, 1);
	return { slug: archivedSlug, paymentId };
}

/** A payment in an invoice whose next write moves it to a page. */
async function overgrownPayment(): Promise<PaymentName> {
	await pay(world, largePayments(20));
	const [{ id: paymentId }] = await paymentsOf(world, archivedSlug);
	return { slug: archivedSlug, paymentId };
}

/** Where a payment may be, and which operation reverses it. */
const places = [
	["in the invoice", recentPayment, "UpdateItem"],
	["in a payments page", archivedPayment, "TransactWriteItems"],
	["in an invoice that is overgrown", overgrownPayment, "TransactWriteItems"],
] as const;

/** Applies to the writes of the service. */
const fault = (
	effect: Effect,
	{ times = 1, ...options }: Partial<Fault> = {},
) => world.addFault({ operation: "UpdateItem", effect, times, ...options });

const settledOutcomes = () =>
	world.metrics.flatMap(({ values, dimension }) => {
		const { OutcomesSettled: outcomes } = values;
		return outcomes === undefined ? [] : [{ ...dimension, outcomes }];
	});

describe.each(places)("a payment %s", (_, find, operation) => {
	it("C1: 32 reversals of one payment take effect once, and all are answered with the same record", async () => {
		const payment = await find();
		const before = await storedInvoice(world, payment.slug);
		const answers = await rivals(32, (index) =>
			reverse(world, payment, { reason: `Reason ${index}` }),
		);
		const [first] = answers;
		for (const { status, body } of answers)
			expect({ status, body }).toEqual({ status: 200, body: first?.body });
		expect(await balancedInvoice(world, payment.slug)).toMatchObject({
			reversed: 1,
		});
		const after = await storedInvoice(world, payment.slug);
		expect(Number(after.due)).toBeCloseTo(
			Number(before.due) + first?.body.data.amount,
			8,
		);
		expect(settledOutcomes()).toEqual([]);
	});

	it.each(callOutcomes)(
		"C1: takes effect once with %s, and counts as settled if that was read",
		async (outcome, effect) => {
			const payment = await find();
			const { reversed, version } = await balancedInvoice(world, payment.slug);
			const injected = fault(effect, { operation, times: 2 });
			expect(await reverse(world, payment)).toMatchObject({ status: 200 });
			expect(injected.hits).toBeGreaterThan(0);
			const after = await balancedInvoice(world, payment.slug);
			expect(after.reversed).toBe(reversed + 1);
			// A move to a page is a version of its own.
			expect(after.version - version).toBeLessThanOrEqual(2);
			// A repetition of the same instant settles nothing.
			await reverse(world, payment);
			const isLost = ["a lost answer", "an internal error after the write"];
			// The faults hit the move of an overgrown invoice's payments instead.
			const isRead = isLost.includes(outcome) && find !== overgrownPayment;
			const settled = { operation: "reverse-payment", outcomes: 1 };
			expect(settledOutcomes()).toEqual(isRead ? [settled] : []);
		},
	);

	it("C1: is not reversed when its invoice is locked before the write", async () => {
		const payment = await find();
		const lock = { milliseconds: 60_000, now: world.time.now };
		const invoice = { organizationId: "acme", slug: payment.slug };
		const locking = actBefore(() => lockInvoice(world.table, invoice, lock));
		const injected = fault(locking, { operation });
		expect(await reverse(world, payment)).toMatchObject({
			status: 409,
			body: { error: { message: expect.stringContaining("LOCK_HELD") } },
		});
		expect(injected.hits).toBe(1);
		expect(await balancedInvoice(world, payment.slug)).toMatchObject({
			reversed: 0,
		});
	});

	it("C1: if a function is killed at any call, nothing is changed, or the payment is reversed once", async () => {
		for (const when of ["before", "after"] as const) {
			for (let call = 1; ; call++) {
				await world.reopen();
				const payment = await find();
				const process = startProcess(world, { call, when, what: "die" });
				await reverse(world, payment, { reason: "First" }, { process });
				if (!process.isDead()) break;
				const { reversed } = await balancedInvoice(world, payment.slug);
				const again = await reverse(world, payment, { reason: "Second" });
				expect(again).toMatchObject({
					status: 200,
					body: {
						data: { reversalReason: reversed === 1 ? "First" : "Second" },
					},
				});
				const after = await balancedInvoice(world, payment.slug);
				expect(after.reversed).toBe(1);
			}
		}
	});

	it("C1: a write that lands after it was given up and repeated changes nothing", async () => {
		const payment = await find();
		const late = heldBack();
		fault(late.effect, { operation });
		await reverse(world, payment);
		const after = await balancedInvoice(world, payment.slug);
		expect(await late.land()).toBe(1);
		expect(await balancedInvoice(world, payment.slug)).toEqual(after);
	});

	it("C1: a payment, a patch and other reversals before the write: none is lost", async () => {
		const payment = await find();
		const { slug } = payment;
		await payInvoice(world, slug, 1);
		const [{ id: other }] = await paymentsOf(world, slug);
		const due = Number((await storedInvoice(world, slug)).due);
		let acts = 0;
		fault(
			actBefore(async () => {
				acts += 1;
				if (acts === 1) await payInvoice(world, slug, 3);
				if (acts === 2) await reverse(world, { slug, paymentId: other });
			}),
			{ operation, times: 2 },
		);
		const { status, body } = await reverse(world, payment);
		expect(status).toBe(200);
		const after = await balancedInvoice(world, slug);
		expect(Number(after.due)).toBeCloseTo(
			due + body.data.amount - 3 + (acts > 1 ? 1 : 0),
			8,
		);
	});

	it("C1: concurrently with payments, again and again", async () => {
		const payment = await find();
		const { slug } = payment;
		const [result, answer] = await Promise.all([
			payInvoice(world, slug, 1),
			reverse(world, payment),
		]);
		expect(answer.status).toBe(200);
		expect(["DONE", "SKIPPED"]).toContain(result.status);
		expect(await balancedInvoice(world, slug)).toMatchObject({ reversed: 1 });
	});

	it("C1: concurrently with an import of its invoice", async () => {
		const payment = await find();
		const { slug } = payment;
		const invoices = [
			{ slug, vendorId: "v-1", state: "APPROVED", amount: 2_000 },
		];
		const [answer] = await Promise.all([
			reverse(world, payment),
			world.import(acmeWithVendors({ invoices })),
		]);
		expect(answer.status).toBe(200);
		const after = await balancedInvoice(world, slug);
		expect(Number(after.due) + Number(after.paid)).toBe(2_000);
	});

	it("C1: a store that cannot be written is a 500 with nothing changed", async () => {
		const payment = await find();
		const before = await balancedInvoice(world, payment.slug);
		world.skipPauses();
		const injected = fault(failBefore(), { operation, times: 1_000 });
		expect(await reverse(world, payment)).toMatchObject({
			status: 500,
			body: { error: { code: "INTERNAL_ERROR" } },
		});
		injected.remove();
		expect(await balancedInvoice(world, payment.slug)).toEqual(before);
	});

	it("C1: a write that the store forbids is a 500 at once, because no retry helps", async () => {
		const payment = await find();
		const forbidden: Effect = async (call) =>
			awsError(call, 400, "AccessDeniedException");
		const injected = fault(forbidden, { operation, times: 1_000 });
		expect(await reverse(world, payment)).toMatchObject({ status: 500 });
		expect(injected.hits).toBe(1);
	});
});

describe("C1: a reversal and a VOID", () => {
	it("a VOID before the reversal is written finds the payment, and is refused", async () => {
		const payment = await recentPayment();
		let voided = 0;
		fault(
			actBefore(async () => {
				const patch = { state: "VOID" };
				voided = (await patchInvoice(world, payment.slug, patch)).status;
			}),
		);
		expect((await reverse(world, payment)).status).toBe(200);
		expect(voided).toBe(409);
	});

	it("side by side, again and again: void only if the reversal came first", async () => {
		for (let round = 0; round < 15; round++) {
			const payment = await recentPayment(`R-${round}`);
			const [reversed, voided] = await Promise.all([
				reverse(world, payment),
				patchInvoice(world, payment.slug, { state: "VOID" }),
			]);
			expect(reversed.status).toBe(200);
			expect([200, 409]).toContain(voided.status);
			expect(await storedInvoice(world, payment.slug)).toMatchObject({
				state: voided.status === 200 ? "VOID" : "APPROVED",
				due: "100",
				paid: "0",
			});
		}
	});
});

it.each([0, 1])(
	"C1: a payment that is archived in page %i before its reversal is written",
	async (page) => {
		if (page > 0) await payPages(world, page);
		const { paymentId } = await payLarge();
		fault(
			actBefore(async () => {
				await pay(world, largePayments(10));
				await pay(world, largePayments(1));
			}),
		);
		expect(
			(await reverse(world, { slug: archivedSlug, paymentId })).status,
		).toBe(200);
		const { paymentPages } = await invoiceState(world, archivedSlug);
		expect(paymentPages).toBe(page + 1);
		expect(await balancedInvoice(world, archivedSlug)).toMatchObject({
			reversed: 1,
		});
	},
);

async function payLarge() {
	await pay(world, largePayments(5));
	const [{ id: paymentId }] = await paymentsOf(world, archivedSlug);
	return { paymentId };
}

it("C1: 12 reversals of different payments of one invoice all take effect", async () => {
	await pay(
		world,
		Array.from({ length: 12 }, () => ({ slug: archivedSlug, amount: 1 })),
	);
	const payments = await paymentsOf(world, archivedSlug);
	const answers = await Promise.all(
		payments.map(({ id }) =>
			reverse(world, { slug: archivedSlug, paymentId: id }),
		),
	);
	expect(answers.map(({ status }) => status)).toEqual(payments.map(() => 200));
	expect(await balancedInvoice(world, archivedSlug)).toMatchObject({
		due: "1000",
		reversed: 12,
		version: 14,
	});
});

it("C1: rivals that leave no chance end in an error, with nothing changed", async () => {
	const { slug, paymentId } = await recentPayment();
	let count = 0;
	fault(
		actBefore(async () => {
			count += 1;
			await payInvoice(world, slug, 1);
		}),
		{ times: 1_000 },
	);
	// The time for retries is over when the third rival has come.
	const reversal = reverseWhile(() => count < 3, { slug, paymentId });
	await expect(reversal).rejects.toMatchObject({
		message: "The payment was not reversed",
		cause: { name: "ConditionalCheckFailedException" },
	});
	expect(await balancedInvoice(world, slug)).toMatchObject({
		due: `${60 - count}`,
		reversed: 0,
	});
});

it("C1: a write whose answer is lost as the time for retries ends is found by one more read", async () => {
	const payment = await recentPayment();
	const lost = fault(loseAnswer());
	const reversal = reverseWhile(() => lost.hits === 0, payment);
	expect(await reversal).toMatchObject({ reversal: { reason: "Wrong" } });
	expect(await balancedInvoice(world, payment.slug)).toMatchObject({
		reversed: 1,
	});
});

/** Reverses a payment with attempts for as long as there is time for them. */
function reverseWhile(
	hasTime: () => boolean,
	{ slug, paymentId }: PaymentName,
) {
	const retryTime: RetryTime = {
		millisecondsLeft: () => (hasTime() ? 1_000 : 0),
		longestPauseMilliseconds: 10,
		extended: () => retryTime,
	};
	const by = { userId: "u-admin", keyId: "k" };
	const { table } = world.dependencies;
	return reversePayment(withRetryTime(table, retryTime), {
		...{ organizationId: "acme", id: slug, paymentId },
		reversal: { at: "2026-11-21T10:00:00.000Z", by, reason: "Wrong" },
		requireAllowed: () => {},
	});
}
