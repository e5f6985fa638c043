import { expect, it } from "vitest";
import { toStoredPayment } from "../../../shared/invoices/item/payments.store.ts";
import { toRequestedPayment } from "../../../shared/payments/requested-payment.ts";

it("the organization's date is not computed for a payment that has a date: its first format takes 12 ms", () => {
	const resource = { slug: "inv-1", amount: 1, paymentDate: "2026-11-20" };
	const { payment } = toRequestedPayment(resource, 0, {
		attemptId: "01M7QXKX0010KSVQ4QRYRC64E0",
		userId: "u-1",
		keyId: "key_1",
		idempotencyKey: "k",
		batch: null,
		today: () => {
			throw new Error("The date is computed");
		},
		now: new Date("2026-11-21T10:00:00.000Z"),
	});
	expect(payment.paymentDate).toBe("2026-11-20");
});

it("a stored payment has no attributes for values that it lacks: they would cost bytes", () => {
	const { payment } = toRequestedPayment({ slug: "inv-1", amount: 1 }, 0, {
		attemptId: "01M7QXKX0010KSVQ4QRYRC64E0",
		userId: "u-1",
		keyId: null,
		idempotencyKey: null,
		batch: null,
		today: () => "2026-11-21",
		now: new Date("2026-11-21T10:00:00.000Z"),
	});
	expect(Object.values(toStoredPayment(payment))).not.toContain(null);
});
