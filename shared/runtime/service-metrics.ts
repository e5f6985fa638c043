/** The value of the dimension and log key `service`. */
export const serviceName = "procurement-payments";

interface ServiceMetric {
	unit: "Count" | "Seconds" | "None";
	/** Besides `service`. Never an organization: each value is a metric with a price of its own. */
	dimension?: "operation" | "reason";
}

/** The metrics that the functions emit (`docs/logs-and-metrics.md`). */
export const serviceMetrics = {
	PaymentsRecorded: { unit: "Count", dimension: "operation" },
	AmountRecorded: { unit: "None", dimension: "operation" },
	PaymentsRefused: { unit: "Count", dimension: "reason" },
	RecordsCreated: { unit: "Count", dimension: "operation" },
	IdempotentRepeats: { unit: "Count", dimension: "operation" },
	Conflicts: { unit: "Count", dimension: "operation" },
	OutcomesSettled: { unit: "Count", dimension: "operation" },
	BatchSeconds: { unit: "Seconds" },
	ChunksResent: { unit: "Count" },
	BatchesAbandoned: { unit: "Count" },
	WorkerFailures: { unit: "Count" },
	SecondsWithoutProgress: { unit: "Seconds" },
	GuardAgeSeconds: { unit: "Seconds" },
} as const satisfies Record<string, ServiceMetric>;

export type MetricName = keyof typeof serviceMetrics;
