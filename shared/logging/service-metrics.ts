/** The value of the dimension and log key `service`. */
export const serviceName = "procurement-payments";

export interface ServiceMetric {
	/** `Count` when absent. */
	unit?: "Seconds" | "None";
}

/** The metrics that the functions emit (`docs/logs-and-metrics.md`). It is short: every bundle has it. */
export const serviceMetrics = {
	PaymentsRecorded: {},
	AmountRecorded: { unit: "None" },
	PaymentsRefused: {},
	RecordsCreated: {},
	IdempotentRepeats: {},
	Conflicts: {},
	OutcomesSettled: {},
	Transitions: {},
	ApprovalSeconds: { unit: "Seconds" },
	RequestSeconds: { unit: "Seconds" },
	BatchSeconds: { unit: "Seconds" },
	ChunksResent: {},
	BatchesAbandoned: {},
	WorkerFailures: {},
	SecondsWithoutProgress: { unit: "Seconds" },
	GuardAgeSeconds: { unit: "Seconds" },
	MailsSent: {},
	EventsPublished: {},
	NotificationFailures: {},
	LinksRefused: {},
	SignInFailures: {},
} as const satisfies Record<string, ServiceMetric>;

export type MetricName = keyof typeof serviceMetrics;

/**
 * These metrics have a dimension in addition to `service`. It is never an organization: each value is a metric with a
 * price of its own.
 */
export const metricDimensions = {
	PaymentsRecorded: "operation",
	AmountRecorded: "operation",
	PaymentsRefused: "reason",
	RecordsCreated: "operation",
	IdempotentRepeats: "operation",
	Conflicts: "operation",
	OutcomesSettled: "operation",
	Transitions: "action",
	NotificationFailures: "reason",
} as const satisfies Partial<Record<MetricName, string>>;
