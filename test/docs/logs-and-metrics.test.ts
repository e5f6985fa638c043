import { expect, it } from "vitest";
import { functionLogKeys } from "../../shared/logging/log-keys.ts";
import {
	metricDimensions,
	serviceMetrics,
} from "../../shared/logging/service-metrics.ts";
import { codeSpans, readDocument, tableRows } from "./markdown.ts";

const page = readDocument("docs/logs-and-metrics.md");

it("docs/logs-and-metrics.md: explains every key of the functions' lines, and no other", () => {
	const listed = tableRows(page, "Key").flatMap(([keys = ""]) =>
		codeSpans(keys),
	);
	expect(listed.sort()).toEqual(Object.values(functionLogKeys).flat().sort());
});

it("docs/logs-and-metrics.md: lists the metrics with unit and dimension, and no other", () => {
	const listed = tableRows(page, "Metric").map(
		([name = "", unit, dimension = ""]) => {
			const [named] = codeSpans(dimension);
			return [
				codeSpans(name)[0],
				{
					...(unit !== "Count" && { unit }),
					...(named && { dimension: named }),
				},
			];
		},
	);
	const known = Object.entries(serviceMetrics).map(([name, metric]) => {
		const dimension = Object.entries(metricDimensions).find(
			([one]) => one === name,
		)?.[1];
		return [name, { ...metric, ...(dimension && { dimension }) }];
	});
	expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(known));
});
