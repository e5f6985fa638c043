import { expect, it } from "vitest";
import {
	toPaymentResult,
	type UnpaidReason,
} from "../../../shared/payments/payment-result.ts";
import { tallyPayments } from "../../../shared/payments/payment-tally.ts";

const reasons: (UnpaidReason | null)[] = [
	null,
	"NOT_FOUND",
	"LOCK_HELD",
	null,
	"BATCH_STOPPED",
];
const results = reasons.map((reason) => toPaymentResult("inv-1", reason));

it("7.4, C4: a held lock and a stop are SKIPPED, any other reason is an ERROR, and a paid resource has no reason", () => {
	expect(results).toEqual([
		{ slug: "inv-1", status: "DONE" },
		{ slug: "inv-1", status: "ERROR", reason: "NOT_FOUND" },
		{ slug: "inv-1", status: "SKIPPED", reason: "LOCK_HELD" },
		{ slug: "inv-1", status: "DONE" },
		{ slug: "inv-1", status: "SKIPPED", reason: "BATCH_STOPPED" },
	]);
});

it("a tally counts each outcome, and sums only paid amounts", () => {
	const resources = [1.1, 20, 300, 4_000.2, 50_000].map((amount) => ({
		amount,
	}));
	const { counts, amount } = tallyPayments(results, resources);
	expect(counts).toEqual({
		DONE: 2,
		NOT_FOUND: 1,
		LOCK_HELD: 1,
		BATCH_STOPPED: 1,
	});
	expect(`${amount}`).toBe("4001.3");
	// A resource without a result is not known to be paid.
	expect(`${tallyPayments([], resources).amount}`).toBe("0");
});
