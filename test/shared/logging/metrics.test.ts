import { describe, expect, it } from "vitest";
import { createMetrics } from "../../../shared/logging/metrics.ts";

const now = new Date("2026-11-21T10:00:00.000Z");

function openMetrics() {
	const written: string[] = [];
	const emit = createMetrics(
		{ namespace: "ProcurementPayments-dev", clock: () => now },
		(text) => written.push(text),
	);
	return { emit, written };
}

describe("metrics", () => {
	it("are lines in CloudWatch's embedded metric format, with all values of a dimension in one", () => {
		const { emit, written } = openMetrics();
		emit(
			{ PaymentsRecorded: 98, AmountRecorded: 1234.56 },
			{ operation: "mark-as-paid" },
		);
		const [text = "", ...more] = written;
		expect(more).toEqual([]);
		expect(text).not.toContain("\n");
		expect(JSON.parse(text)).toEqual({
			_aws: {
				Timestamp: now.getTime(),
				CloudWatchMetrics: [
					{
						Namespace: "ProcurementPayments-dev",
						Dimensions: [["service", "operation"]],
						Metrics: [
							{ Name: "PaymentsRecorded", Unit: "Count" },
							{ Name: "AmountRecorded", Unit: "None" },
						],
					},
				],
			},
			service: "procurement-payments",
			operation: "mark-as-paid",
			PaymentsRecorded: 98,
			AmountRecorded: 1234.56,
		});
	});

	it("have the service as their only dimension when no other is given", () => {
		const { emit, written } = openMetrics();
		emit({ BatchesAbandoned: 1 });
		expect(JSON.parse(written.join())).toMatchObject({
			_aws: { CloudWatchMetrics: [{ Dimensions: [["service"]] }] },
			service: "procurement-payments",
			BatchesAbandoned: 1,
		});
	});

	it("cost no line when there is nothing to count, but 0 seconds are a value", () => {
		const { emit, written } = openMetrics();
		emit({
			PaymentsRecorded: 0,
			AmountRecorded: 0,
			GuardAgeSeconds: undefined,
		});
		expect(written).toEqual([]);
		emit({ SecondsWithoutProgress: 0 });
		expect(JSON.parse(written.join())).toMatchObject({
			SecondsWithoutProgress: 0,
		});
	});
});
