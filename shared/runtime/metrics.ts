import { Console } from "node:console";
import type { Clock } from "./clock.ts";
import { serviceName } from "./logger.ts";

/** The metrics and their units (`docs/architecture.md`, "Log lines and metrics"). */
const units = {
	PaymentsRecorded: "Count",
	AmountRecorded: "None",
	PaymentsRefused: "Count",
	RecordsCreated: "Count",
	IdempotentRepeats: "Count",
	Conflicts: "Count",
	OutcomesSettled: "Count",
	BatchSeconds: "Seconds",
	ChunksResent: "Count",
	BatchesAbandoned: "Count",
	WorkerFailures: "Count",
	SecondsWithoutProgress: "Seconds",
	GuardAgeSeconds: "Seconds",
} as const;

export type MetricName = keyof typeof units;
export type MetricValues = Partial<Record<MetricName, number | undefined>>;
/** Besides `service`. Never an organization: each value is a metric with a price of its own. */
export type MetricDimension = { operation: string } | { reason: string };

/** Emits values in one line. A count or an amount of 0 is left out, which saves the line. */
export type EmitMetrics = (
	values: MetricValues,
	dimension?: MetricDimension,
) => void;

/**
 * Writes metrics in CloudWatch's embedded metric format, which costs no call. Not through the global console, which Lambda
 * wraps, nor through the logger, whose level may be raised: alarms depend on these lines. Not with Powertools Metrics,
 * which would add 12 KB to every bundle.
 *
 * @param write Writes one line.
 */
export function createMetrics(
	{ namespace, clock }: { namespace: string; clock: Clock },
	write: (line: string) => void = toStandardOutput(),
): EmitMetrics {
	return (values, dimension) => {
		const emitted = metricNames.filter((name) => isEmitted(name, values[name]));
		if (emitted.length === 0) return;
		const dimensions = { service: serviceName, ...dimension };
		const entry = {
			_aws: {
				Timestamp: clock().getTime(),
				CloudWatchMetrics: [
					{
						Namespace: namespace,
						Dimensions: [Object.keys(dimensions)],
						Metrics: emitted.map((Name) => ({ Name, Unit: units[Name] })),
					},
				],
			},
			...dimensions,
			...Object.fromEntries(emitted.map((name) => [name, values[name]])),
		};
		write(JSON.stringify(entry));
	};
}

/** A console of its own, like the logger's: it goes on when the stream is closed. */
function toStandardOutput(): (line: string) => void {
	const { stdout, stderr } = process;
	const own = new Console({ stdout, stderr });
	return (line) => own.log(line);
}

// Unchecked cast: `Object.keys` forgets the names.
const metricNames = Object.keys(units) as MetricName[];

const isEmitted = (name: MetricName, value: number | undefined): boolean =>
	value !== undefined && (value !== 0 || units[name] === "Seconds");

/** What became of requested payments. */
interface Payments {
	/** By reason; `DONE` for the recorded ones. */
	counts: Readonly<Record<string, number>>;
	amount: { toNumber(): number };
}

/** The values of recorded payments, for the dimension `operation`. */
export const recordedValues = ({ counts, amount }: Payments): MetricValues => ({
	PaymentsRecorded: counts.DONE ?? 0,
	AmountRecorded: amount.toNumber(),
});

/** One line for each reason. */
export function emitRefusals(emit: EmitMetrics, { counts }: Payments) {
	for (const [reason, count] of Object.entries(counts)) {
		if (reason !== "DONE") emit({ PaymentsRefused: count }, { reason });
	}
}
