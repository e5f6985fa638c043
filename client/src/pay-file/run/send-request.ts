import type { Payment } from "../input/file-row.ts";
import { toRanges } from "../journal/ranges.ts";
import type { Answer } from "../service/payments-service.ts";
import type { RunContext } from "./run-context.ts";

/** Notes in the journal that a request is sent, then sends it. Under a key the rows are always the same. */
export async function sendRequest(
	{ service, journal, rows, now }: RunContext,
	{ key, indexes }: { key: string; indexes: readonly number[] },
): Promise<Answer> {
	journal.append({
		type: "sending",
		at: new Date(now()).toISOString(),
		key,
		rows: toRanges(indexes),
	});
	return service.send({
		idempotencyKey: key,
		payments: indexes.map((index) => requirePayment(rows[index]?.payment)),
	});
}

function requirePayment(payment: Payment | undefined): Payment {
	if (payment) return payment;
	throw new Error("A row that cannot be read is never planned");
}
