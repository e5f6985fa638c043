import { expect, it } from "vitest";
import { functionLogKeys } from "../../shared/logging/log-keys.ts";
import {
	metricDimensions,
	type ServiceMetric,
	serviceMetrics,
} from "../../shared/logging/service-metrics.ts";
import { codeSpans, listItems, readDocument } from "./markdown.ts";

const page = readDocument("docs/logs-and-metrics.md");

it("docs/logs-and-metrics.md: explains every key of the functions' lines, and no other", () => {
	const listed = listItems(page, "Keys").flatMap(([keys = ""]) =>
		codeSpans(keys),
	);
	expect(listed.sort()).toEqual(Object.values(functionLogKeys).flat().sort());
});

it("docs/logs-and-metrics.md: lists the metrics with their dimension, and no other", () => {
	const listed = listItems(page, "Metrics").flatMap(([term = ""]) => {
		const [names = "", dimension = ""] = term.split(" by ");
		return codeSpans(names).map((name) => [name, codeSpans(dimension)[0]]);
	});
	const dimensions: Record<string, string> = metricDimensions;
	expect(Object.fromEntries(listed)).toEqual(
		Object.fromEntries(
			Object.keys(serviceMetrics).map((name) => [name, dimensions[name]]),
		),
	);
	expect(listed).toHaveLength(Object.keys(serviceMetrics).length);
});

it("docs/logs-and-metrics.md: a metric's name says its unit, as the page does", () => {
	const metrics: Record<string, ServiceMetric> = serviceMetrics;
	const units = Object.entries(metrics).map(([name, { unit }]) => [name, unit]);
	const said = Object.keys(serviceMetrics).map((name) => {
		if (name === "AmountRecorded") return [name, "None"];
		return [name, name.includes("Seconds") ? "Seconds" : undefined];
	});
	expect(units).toEqual(said);
});
