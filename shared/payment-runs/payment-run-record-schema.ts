import { leaveOuts } from "../payments/payment-result.ts";
import {
	count,
	decimal,
	instant,
	listOf,
	oneOfValues,
	orNull,
	record,
	text,
	version,
	who,
} from "../schemas/record-schema.ts";
import { runStates } from "./payment-run.ts";

/** `toPaymentRunRecord` (runs P1) */
export const paymentRunRecordSchema = record({
	runId: {
		...text,
		description: "After the release also the `bulkActionSlug` of the batch.",
	},
	name: text,
	state: oneOfValues(runStates),
	total: { ...count, description: "The number of payments." },
	amount: {
		...decimal,
		description:
			"The exact sum of all amounts, without regard to their currency.",
	},
	leaveOut: {
		...listOf(oneOfValues(leaveOuts)),
		description: "The warnings for which a payment is not made.",
	},
	repeatOf: orNull(text),
	createdAt: instant,
	createdBy: who,
	releasedAt: orNull(instant),
	releasedBy: orNull(who),
	discardedAt: orNull(instant),
	discardedBy: orNull(who),
	expiresAt: {
		...instant,
		description: "From this instant on, the run does not exist.",
	},
	version,
});
