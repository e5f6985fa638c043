import { resourcesSyncMax } from "../../../../../shared/batches/payment-batch.ts";
import type { Answer } from "../../../../support/world.ts";
import type { Reported, Resource } from "../../../reported.ts";
import type { Known } from "../../known.ts";
import { isRepeated } from "../../repeated.ts";
import type { Target } from "../../step.ts";
import type { Before } from "../before.ts";
import { answered, type Expected, refused } from "../expected.ts";

const notFound = refused(404, "ATTEMPT_NOT_FOUND");

/** R9. All histories are shorter than 24 hours. */
export function expectedAttempt(
	before: Before,
	{ path, id: key }: Target,
	{ reported }: Known,
): Expected {
	return path.endsWith("vendor-advance")
		? expectedAdvanceAttempt(reported, key)
		: expectedPaymentAttempt(before, reported, key);
}

function expectedPaymentAttempt(
	{ records }: Before,
	reported: Reported,
	key: string,
): Expected {
	const request = reported.payments.get(key);
	if (!request) return notFound;
	const { resources } = request;
	const ids = records.invoices
		.flatMap(({ payments }) => payments)
		.filter(({ idempotencyKey }) => idempotencyKey === key)
		.map(({ id }) => id);
	const answer = request.answers.find(isCarriedOut);
	if (!answer && ids.length === 0) return {};
	const operation = "mark-as-paid";
	if (resources.length > resourcesSyncMax) {
		const bulkActionSlug = answer?.body.data?.bulkActionSlug ?? null;
		return answered({
			operation,
			results: null,
			...(answer && { bulkActionSlug }),
			...(bulkActionSlug !== null && { status: "SETTLED" }),
		});
	}
	const results = resources.map((resource, position) =>
		toResult(resource, position, ids),
	);
	const isSettled = ids.length === resources.length;
	return answered({
		operation,
		bulkActionSlug: null,
		results,
		...(isSettled && { status: "SETTLED" }),
	});
}

/** A payment's id ends with its position in the request. */
function toResult(
	{ slug, amount }: Resource,
	position: number,
	ids: readonly string[],
) {
	const paymentId = ids.find((id) => id.endsWith(`-${position}`)) ?? null;
	const status = paymentId ? "RECORDED" : "NOT_RECORDED";
	return { slug, amount, status, paymentId };
}

function expectedAdvanceAttempt({ advances }: Reported, key: string): Expected {
	const request = advances.get(key);
	if (!request) return notFound;
	const answer = request.answers.find(isCarriedOut);
	if (!answer) return {};
	const paymentRequestId = answer.body.data?.paymentRequestId ?? null;
	const isCreated = paymentRequestId !== null;
	return answered({
		operation: "vendor-advance",
		paymentRequestId,
		...(isCreated && { status: "SETTLED" }),
	});
}

/** The request had the key, and its outcome is known. */
const isCarriedOut = (answer: Answer) =>
	answer.status < 500 && !isRepeated(answer);
