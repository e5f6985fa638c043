import { afterEach, expect, it, vi } from "vitest";
import { createAbandonedChunksCounter } from "../../../shared/runtime/metrics.ts";

afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
});

it("decisions: a batch given up is counted by the metric that lib/monitoring.ts has the alarm for", () => {
	// Powertools then writes by the console that can be listened to.
	vi.stubEnv("POWERTOOLS_DEV", "true");
	vi.stubEnv("POWERTOOLS_METRICS_DISABLED", "false");
	const log = vi.spyOn(console, "log").mockImplementation(() => {});
	createAbandonedChunksCounter("ProcurementPayments-dev")(3);
	expect(log).toHaveBeenCalledTimes(1);
	expect(JSON.parse(`${log.mock.calls[0]?.[0]}`)).toMatchObject({
		_aws: {
			CloudWatchMetrics: [
				{
					Namespace: "ProcurementPayments-dev",
					Dimensions: [["service"]],
					Metrics: [{ Name: "AbandonedChunks", Unit: "Count" }],
				},
			],
		},
		service: "payment-batches",
		AbandonedChunks: 3,
	});
});
