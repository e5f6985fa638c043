import { expect } from "vitest";
import { toDecimal, toDecimalText } from "../../../shared/money/decimal.ts";
import type { Audited } from "../audited.ts";
import { expectBatchAsRecorded } from "./batch-as-recorded.ts";
import { expectExactly, type Paid, positionOf } from "./results-as-recorded.ts";

const settledAfterMilliseconds = 330_000;

interface Attempt {
	attemptedAt: string;
	status: string;
	bulkActionSlug: string | null;
	results: AttemptResult[] | null;
}

interface AttemptResult {
	slug: string;
	amount: number;
	status: "RECORDED" | "NOT_RECORDED";
	paymentId: string | null;
}

/** What the attempt of a key says is what the records have under it (R9). */
export async function expectAttemptAsRecorded(
	audited: Audited,
	idempotencyKey: string,
	paid: Paid,
) {
	const { resources, payments } = paid;
	const url = "/v1.0/attempt/mark-as-paid";
	const { status, body } = await audited.send(url, { idempotencyKey });
	if (status === 404) return expect(payments).toEqual([]);
	expect(status).toBe(200);
	const attempt: Attempt = body.data;
	const { attemptedAt, bulkActionSlug, results } = attempt;
	const age = audited.now().getTime() - Date.parse(attemptedAt);
	if (age >= settledAfterMilliseconds) expect(attempt.status).toBe("SETTLED");
	if (bulkActionSlug)
		return expectBatchAsRecorded(audited, bulkActionSlug, {
			...paid,
			isWorkLeft: false,
		});
	if (results === null) return expect(payments).toEqual([]);
	expect(results.map(toText)).toEqual(resources.map(toText));
	const byPosition = new Map(
		payments.map((payment) => [positionOf(payment), payment.id]),
	);
	expect(results.map(({ paymentId }) => paymentId)).toEqual(
		resources.map((_, position) => byPosition.get(position) ?? null),
	);
	const recorded = results.flatMap((result, position) =>
		result.status === "RECORDED" ? [position] : [],
	);
	expectExactly(recorded, paid);
}

/** Long slugs come back shortened. */
const toText = ({ slug, amount }: { slug: string; amount: number }) =>
	`${[...slug].slice(0, 100).join("")} ${toDecimalText(toDecimal(amount))}`;
