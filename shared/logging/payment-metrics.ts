import type { EmitMetrics, MetricValues } from "./metrics.ts";

/** The outcomes of requested payments. */
interface Payments {
	/** The keys are reasons, and `DONE` for recorded payments. */
	counts: Readonly<Record<string, number>>;
	amount: { toNumber(): number };
}

/** The values of recorded payments, for the dimension `operation`. */
export const recordedValues = ({ counts, amount }: Payments): MetricValues => ({
	PaymentsRecorded: counts.DONE ?? 0,
	AmountRecorded: amount.toNumber(),
});

/** Writes one line for each reason. */
export function emitRefusals(emit: EmitMetrics, { counts }: Payments) {
	for (const [reason, count] of Object.entries(counts)) {
		if (reason !== "DONE") emit({ PaymentsRefused: count }, { reason });
	}
}
