import type { Resource } from "../../reported.ts";
import { type Before, findInvoice, isLocked } from "./before.ts";
import { answered, type Expected, refused } from "./expected.ts";

/** Spec 4.4 and 7.4, and the order of checks of `payments.md`. */
export function expectedPayment(
	before: Before,
	resources: readonly Resource[],
): Expected {
	const { results, left, counts } = decidePayments(before, resources);
	const data = { status: "DONE", results };
	if (counts.size === 0)
		return {
			answer: { status: 422, body: { message: results[0]?.reason, data } },
		};
	const paid = [...counts].map(([slug, payments]) => [
		slug,
		{ payments, due: left.get(slug)?.toNumber() },
	]);
	return answered(data, () => ({ invoices: Object.fromEntries(paid) }));
}

interface Decision {
	slug: string;
	status: "DONE" | "ERROR" | "SKIPPED";
	reason?: string;
}

/** @param resources Each with the warning for which a payment run leaves it out (runs P2). */
export function decidePayments(
	{ records, now }: Before,
	resources: readonly (Resource & { leftOut?: string | undefined })[],
) {
	const left = new Map(records.invoices.map(({ slug, due }) => [slug, due]));
	const counts = new Map<string, number>();
	const results = resources.map(({ slug, amount, leftOut }): Decision => {
		const invoice = findInvoice(records, slug);
		const due = left.get(slug);
		if (!invoice || !due) return { slug, status: "ERROR", reason: "NOT_FOUND" };
		if (isLocked(invoice, now))
			return { slug, status: "SKIPPED", reason: "LOCK_HELD" };
		if (invoice.state !== "APPROVED")
			return { slug, status: "ERROR", reason: "INVALID_STATE" };
		if (leftOut) return { slug, status: "SKIPPED", reason: leftOut };
		if (due.lt(amount))
			return { slug, status: "ERROR", reason: "AMOUNT_EXCEEDS" };
		left.set(slug, due.minus(amount));
		counts.set(slug, (counts.get(slug) ?? invoice.payments.length) + 1);
		return { slug, status: "DONE" };
	});
	/** What remains due, and how many payments there are, by invoice; only of those that are paid. */
	return { results, left, counts };
}

/** Spec 3.4. Workers pay later. */
export const expectedBatch = (
	{ guard }: Before,
	{ length: total }: readonly Resource[],
): Expected =>
	guard
		? refused(409, "MAP_BATCH_IN_PROGRESS")
		: answered({ status: "PENDING" }, ({ bulkActionSlug }) => ({
				batches: { [bulkActionSlug]: { status: "PENDING", total } },
				guard: { batches: { holder: "mark-as-paid" } },
			}));

/**
 * C4: the first stop counts, and none changes an ended batch. Chunks that are decided may be left: whether the
 * batch ends at once is not said.
 */
export function expectedStop(
	{ records }: Before,
	slug: string,
	reason: string,
): Expected {
	const batch = records.batches.find((one) => one.bulkActionSlug === slug);
	if (!batch) return refused(404, "BATCH_NOT_FOUND");
	const { status, stopReason } = batch;
	const isOver = status === "DONE";
	return {
		...answered({
			bulkActionSlug: slug,
			stopReason: isOver ? stopReason : (stopReason ?? reason),
		}),
		leavesOpen: isOver ? [] : ["batches", "guard"],
	};
}
