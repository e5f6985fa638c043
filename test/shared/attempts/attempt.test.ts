import { describe, expect, it } from "vitest";
import {
	type Attempt,
	attemptKeptSeconds,
	nothingCreated,
	toAttemptHint,
	toAttemptRecord,
} from "../../../shared/attempts/attempt.ts";
import {
	attemptOfPayment,
	toPaymentId,
} from "../../../shared/payments/payment-id.ts";
import { settledAfterSeconds } from "../../../shared/timing/write-deadline.ts";

const attemptId = "01M7QXKX0010KSVQ4QRYRC64E0";
const claimedAt = new Date("2026-11-21T10:00:00.000Z");
const secondsLater = (seconds: number) =>
	new Date(claimedAt.getTime() + 1_000 * seconds);

const payments: Attempt = {
	operation: "mark-as-paid",
	attemptId,
	claimedAt,
	request: {
		kind: "PAYMENTS",
		payments: [
			{ slug: "a", amount: 1.5 },
			{ slug: "b", amount: 2 },
		],
	},
	hasEnded: false,
};

describe("a payment's id", () => {
	it.each([0, 99, 100_000])("names its attempt: position %i", (position) => {
		expect(attemptOfPayment(toPaymentId(attemptId, position))).toBe(attemptId);
	});

	it.each([
		attemptId,
		`${attemptId}-`,
		`${attemptId}-x`,
		`${attemptId}-1234567`,
		`x${attemptId}-1`,
		`${attemptId}-1x`,
		`8${attemptId.slice(1)}-1`,
		`${attemptId.slice(1)}-1`,
		`${attemptId.replace("Q", "U")}-1`,
		"INV-1",
	])("of another form names none: %s", (id) => {
		expect(attemptOfPayment(id)).toBeNull();
	});
});

describe("R9: an attempt", () => {
	const idOf = (position: number) => toPaymentId(attemptId, position);

	it("is RUNNING until the time after which nothing more is created", () => {
		const before = secondsLater(settledAfterSeconds - 0.001);
		const paymentIds = new Set([idOf(1)]);
		const outcome = { ...nothingCreated, paymentIds };
		expect(toAttemptRecord(payments, outcome, before)).toEqual({
			operation: "mark-as-paid",
			attemptedAt: claimedAt.toISOString(),
			status: "RUNNING",
			bulkActionSlug: null,
			paymentRequestId: null,
			results: [
				{ slug: "a", amount: 1.5, status: "NOT_RECORDED", paymentId: null },
				{ slug: "b", amount: 2, status: "RECORDED", paymentId: idOf(1) },
			],
		});
		const over = toAttemptRecord(
			payments,
			outcome,
			secondsLater(settledAfterSeconds),
		);
		expect(over.status).toBe("SETTLED");
	});

	it("is SETTLED at once when all its payments are recorded", () => {
		const paymentIds = new Set([idOf(0), idOf(1)]);
		const outcome = { ...nothingCreated, paymentIds };
		expect(toAttemptRecord(payments, outcome, claimedAt).status).toBe(
			"SETTLED",
		);
	});

	it("is SETTLED as soon as its request has ended, even if nothing is recorded", () => {
		const ended = { ...payments, hasEnded: true };
		expect(toAttemptRecord(ended, nothingCreated, claimedAt)).toMatchObject({
			status: "SETTLED",
			results: [{ status: "NOT_RECORDED" }, { status: "NOT_RECORDED" }],
		});
	});

	it.each([
		["BATCH", {}, "RUNNING"],
		["BATCH", { bulkActionSlug: attemptId }, "SETTLED"],
		["ADVANCE", {}, "RUNNING"],
		["ADVANCE", { paymentRequestId: "pr_1" }, "SETTLED"],
		["INVALID", {}, "SETTLED"],
	] as const)("%s, of which %o exists, is %s", (kind, created, status) => {
		const outcome = { ...nothingCreated, ...created };
		const attempt = { ...payments, request: { kind } };
		expect(toAttemptRecord(attempt, outcome, claimedAt)).toMatchObject({
			...created,
			status,
			results: null,
		});
	});

	it("is named to whoever sends its key again, as long as it can be read", () => {
		const hint = toAttemptHint("mark-as-paid");
		expect(hint).toContain("GET /v1.0/attempt/mark-as-paid");
		expect(attemptKeptSeconds).toBe(86_400);
	});
});
