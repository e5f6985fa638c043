import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";

/** Counts abandoned chunks; `lib/monitoring.ts` has the alarm. */
export type CountAbandonedChunks = (chunks: number) => void;

export function createAbandonedChunksCounter(
	namespace: string,
): CountAbandonedChunks {
	const metrics = new Metrics({ namespace, serviceName: "payment-batches" });
	return (chunks) => {
		metrics.addMetric("AbandonedChunks", MetricUnit.Count, chunks);
		metrics.publishStoredMetrics();
	};
}
