/** The value of the dimension and log key `service`. */
export const serviceName = "procurement-payments";

export interface ServiceMetric {
	/** `Count` when absent: every bundle has the table below. */
	unit?: "Seconds" | "None";
	/** A metric has it in addition to `service`. It is never an organization: each value is a metric with a price of its own. */
	dimension?: "operation" | "reason" | "action";
}

/** The metrics that the functions emit (`docs/logs-and-metrics.md`). */
export const serviceMetrics = {
	PaymentsRecorded: { dimension: "operation" },
	AmountRecorded: { unit: "None", dimension: "operation" },
	PaymentsRefused: { dimension: "reason" },
	RecordsCreated: { dimension: "operation" },
	IdempotentRepeats: { dimension: "operation" },
	Conflicts: { dimension: "operation" },
	OutcomesSettled: { dimension: "operation" },
	Transitions: { dimension: "action" },
	ApprovalSeconds: { unit: "Seconds" },
	BatchSeconds: { unit: "Seconds" },
	ChunksResent: {},
	BatchesAbandoned: {},
	WorkerFailures: {},
	SecondsWithoutProgress: { unit: "Seconds" },
	GuardAgeSeconds: { unit: "Seconds" },
	MailsSent: {},
	EventsPublished: {},
	NotificationFailures: { dimension: "reason" },
	LinksRefused: {},
} as const satisfies Record<string, ServiceMetric>;

export type MetricName = keyof typeof serviceMetrics;
