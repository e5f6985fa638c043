import type {
	PaymentProgress,
	PaymentResource,
} from "../../../../client/src/index.ts";
import {
	mustBe,
	neverSent,
	type SmokeContext,
	settleWithinMs,
} from "./check.ts";

/** Sends payments under a new key, and waits until each has a result. */
export async function pay(
	{ client, signal }: SmokeContext,
	idempotencyKey: string,
	resources: readonly PaymentResource[],
	onProgress: (progress: PaymentProgress) => void = () => {},
) {
	const outcome = await client.payOnce(resources, {
		attempt: neverSent(idempotencyKey),
		followBatchForMs: 300_000,
		settleWithinMs,
		signal,
		onProgress,
	});
	if (outcome.status === "REFUSED") throw outcome.error;
	if (outcome.status !== "SETTLED")
		throw new Error(`its outcome is ${outcome.status}`);
	mustBe("the number of results", outcome.results.length, resources.length);
	return outcome;
}

/** @throws When a resource was not paid. */
export function mustBePaid(results: readonly { status: string }[]) {
	const paid = results.filter(({ status }) => status === "DONE");
	mustBe("the number of payments", paid.length, results.length);
}
