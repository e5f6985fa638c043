import type { PaymentResource } from "../../../../client/src/index.ts";
import {
	mustBe,
	neverSent,
	type SmokeContext,
	settleWithinMs,
} from "./check.ts";

/** Sends payments under a new key, and waits until each has a result. */
export async function pay(
	{ client, service, signal }: SmokeContext,
	resources: readonly PaymentResource[],
) {
	const outcome = await client.payOnce(resources, {
		attempt: neverSent(service.newText()),
		followBatchForMs: 300_000,
		settleWithinMs,
		signal,
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
