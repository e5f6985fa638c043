import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Invoice } from "../../../shared/invoices/invoice.ts";
import { sum, toDecimal } from "../../../shared/money/decimal.ts";
import {
	findUnpaidReason,
	type PostingOutcome,
	planPayments,
	resultsAfter,
} from "../../../shared/payments/payment-plan.ts";
import { toRequestedPayment } from "../../../shared/payments/requested-payment.ts";
import { propertySeed } from "../../support/property-seed.ts";

const now = new Date("2026-11-21T10:00:00Z");

const invoice = (changes: Partial<Invoice> = {}): Invoice => ({
	slug: "inv",
	state: "APPROVED",
	due: toDecimal(100),
	platformPaymentInFlight: false,
	lock: null,
	version: 7,
	payments: [],
	paymentPages: 0,
	...changes,
});

const requested = (slug: string, amount: number, position: number) =>
	toRequestedPayment({ slug, amount }, position, {
		attemptId: "attempt",
		userId: "u",
		keyId: "key",
		idempotencyKey: "k",
		batch: null,
		today: () => "2026-11-21",
		now,
	});

describe("7.4: the first check that fails, in the order of payments.md", () => {
	const held = { holder: "web", expiresAt: "2026-11-21T10:00:00.001Z" };
	const expired = { holder: "web", expiresAt: "2026-11-21T10:00:00.000Z" };

	it.each([
		["nothing against it", {}, 100, null],
		["a lock held", { lock: held }, 100, "LOCK_HELD"],
		["a lock that expires now", { lock: expired }, 100, null],
		[
			"a state that is not APPROVED",
			{ state: "approved" },
			100,
			"INVALID_STATE",
		],
		[
			"a platform payment",
			{ platformPaymentInFlight: true },
			100,
			"PLATFORM_PAYMENT_IN_FLIGHT",
		],
		["a cent too much", {}, 100.01, "AMOUNT_EXCEEDS"],
		["a hair too much", {}, 100.0000000001, "AMOUNT_EXCEEDS"],
		[
			"less than a binary floating-point number can tell",
			{ due: toDecimal("0.99999999999999999") },
			1,
			"AMOUNT_EXCEEDS",
		],
		["nothing due", { due: toDecimal(0) }, 0.01, "AMOUNT_EXCEEDS"],
		["lock before state", { lock: held, state: "DRAFTED" }, 1, "LOCK_HELD"],
		[
			"state before platform payment",
			{ state: "X", platformPaymentInFlight: true },
			1,
			"INVALID_STATE",
		],
		[
			"platform payment before amount",
			{ platformPaymentInFlight: true },
			101,
			"PLATFORM_PAYMENT_IN_FLIGHT",
		],
	])("%s", (_, changes, amount, refusal) => {
		const against = invoice(changes);
		const judged = { remainingDue: against.due, amount: toDecimal(amount) };
		expect(findUnpaidReason(against, judged, now)).toBe(refusal);
	});
});

describe("payments: the same slug twice", () => {
	it("property: in request order, each as if it came alone after those before it", () => {
		const request = fc.record({
			slug: fc.constantFrom("a", "b", "c", "absent"),
			cents: fc.integer({ min: 1, max: 6_000 }),
		});
		fc.assert(
			fc.property(fc.array(request, { maxLength: 30 }), (requests) => {
				const invoices = new Map(
					["a", "b", "c"].map((slug) => [slug, invoice({ slug })]),
				);
				const plan = planPayments(
					requests.map(({ slug, cents }, i) => requested(slug, cents / 100, i)),
					invoices,
					now,
				);
				const dueCents = new Map([
					["a", 10_000],
					["b", 10_000],
					["c", 10_000],
				]);
				const expected = requests.map(({ slug, cents }) => {
					const due = dueCents.get(slug);
					if (due === undefined) return "NOT_FOUND";
					if (cents > due) return "AMOUNT_EXCEEDS";
					dueCents.set(slug, due - cents);
					return "DONE";
				});
				expect(
					plan.results.map(({ status, reason }) => reason ?? status),
				).toEqual(expected);
				for (const { slug, payments, version } of plan.postings) {
					const paid = sum(payments.map(({ amount }) => amount));
					const left = toDecimal(100).minus(paid).times(100).toNumber();
					expect(left).toBe(dueCents.get(slug));
					expect(version).toBe(7);
				}
			}),
			{ seed: propertySeed },
		);
	});

	it("there is one posting for each invoice, and its payments are named by their positions", () => {
		const plan = planPayments(
			[requested("inv", 1, 0), requested("x", 1, 1), requested("inv", 2, 2)],
			new Map([["inv", invoice()]]),
			now,
		);
		expect(plan.postings).toHaveLength(1);
		expect(plan.postings[0]?.positions).toEqual([0, 2]);
		expect(plan.postings[0]?.payments.map(({ id }) => id)).toEqual([
			"attempt-0",
			"attempt-2",
		]);
	});
});

describe("7.4: a posting that was not recorded is SKIPPED / LOCK_HELD", () => {
	const plan = planPayments(
		[requested("inv", 1, 0), requested("x", 1, 1), requested("inv", 2, 2)],
		new Map([["inv", invoice()]]),
		now,
	);
	const skipped = { slug: "inv", status: "SKIPPED", reason: "LOCK_HELD" };
	const done = { slug: "inv", status: "DONE" };

	it.each<[PostingOutcome, object]>([
		["RECORDED", done],
		["CHANGED", skipped],
		["OVERLOADED", skipped],
	])("%s", (outcome, expected) => {
		expect(resultsAfter(plan, [outcome])).toEqual([
			expected,
			{ slug: "x", status: "ERROR", reason: "NOT_FOUND" },
			expected,
		]);
	});
});
