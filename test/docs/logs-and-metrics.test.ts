import { expect, it } from "vitest";
import { functionLogKeys } from "../../shared/logging/log-keys.ts";
import { serviceMetrics } from "../../shared/logging/service-metrics.ts";
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
	expect(Object.fromEntries(listed)).toEqual(serviceMetrics);
});
