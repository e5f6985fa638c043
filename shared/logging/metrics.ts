import { Console } from "node:console";
import type { Clock } from "../environment/clock.ts";
import {
	type MetricName,
	type ServiceMetric,
	serviceMetrics,
	serviceName,
} from "./service-metrics.ts";

export type MetricValues = Partial<Record<MetricName, number | undefined>>;
/** A metric has this dimension in addition to `service`. */
export type MetricDimension =
	| { operation: string }
	| { reason: string }
	| { action: string };

/** Emits values in one line. A count or an amount of 0 is left out, which saves the line. */
export type EmitMetrics = (
	values: MetricValues,
	dimension?: MetricDimension,
) => void;

/**
 * Writes metrics in CloudWatch's embedded metric format, which costs no call. Alarms depend on these lines, so they go
 * neither through the global console, which Lambda wraps, nor through the logger, whose level may be raised. Powertools
 * Metrics is not used, because it would add 12 KB to every bundle.
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
						Metrics: emitted.map((Name) => ({
							Name,
							Unit: unitOf(Name),
						})),
					},
				],
			},
			...dimensions,
			...Object.fromEntries(emitted.map((name) => [name, values[name]])),
		};
		write(JSON.stringify(entry));
	};
}

/** A console of its own, like the logger's, because it continues when the stream is closed. */
function toStandardOutput(): (line: string) => void {
	const { stdout, stderr } = process;
	const own = new Console({ stdout, stderr });
	return (line) => own.log(line);
}

// Unchecked cast: `Object.keys` forgets the names.
const metricNames = Object.keys(serviceMetrics) as MetricName[];

const isEmitted = (name: MetricName, value: number | undefined): boolean =>
	value !== undefined && (value !== 0 || unitOf(name) === "Seconds");

function unitOf(name: MetricName): string {
	const { unit }: ServiceMetric = serviceMetrics[name];
	return unit ?? "Count";
}
