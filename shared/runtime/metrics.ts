import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";

/** Counts chunks of batches that were closed because nobody could work them off: `lib/monitoring.ts` has the alarm. */
export type CountGivenUpChunks = (chunks: number) => void;

export function createGivenUpChunksCounter(
	namespace: string,
): CountGivenUpChunks {
	const metrics = new Metrics({ namespace, serviceName: "payment-batches" });
	return (chunks) => {
		metrics.addMetric("GivenUpChunks", MetricUnit.Count, chunks);
		metrics.publishStoredMetrics();
	};
}
