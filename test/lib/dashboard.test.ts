import { Template } from "aws-cdk-lib/assertions";
import { expect, it } from "vitest";
import { serviceMetrics } from "../../shared/logging/service-metrics.ts";
import {
	allNotifications,
	signInWithIssuer,
	unbundledStack,
} from "./unbundled-stack.ts";

interface Widget {
	x: number;
	y: number;
	width: number;
	height: number;
	properties: { title?: string; alarms?: string[] };
}

const template = Template.fromStack(
	unbundledStack("prod", {
		...allNotifications("prod"),
		...signInWithIssuer("prod"),
	}),
);
const [dashboard] = Object.values(
	template.findResources("AWS::CloudWatch::Dashboard"),
);
/** References are left as `<logical id>`. */
const body: string = dashboard?.Properties.DashboardBody["Fn::Join"][1]
	.map((part: unknown) =>
		typeof part === "string"
			? part
			: `<${JSON.stringify(part).match(/\w+(?="[\]}])|\w+(?=",)/)?.[0]}>`,
	)
	.join("");
const widgets: Widget[] = JSON.parse(body).widgets;

it("operations: there is one dashboard, with the stack's name", () => {
	template.resourceCountIs("AWS::CloudWatch::Dashboard", 1);
	expect(dashboard?.Properties.DashboardName).toBe("ProcurementPayments-prod");
});

it("operations: shows traffic, errors, latency, money, batches, queue and table", () => {
	const titles = widgets.map(({ properties }) => properties.title ?? "");
	for (const topic of [
		"Traffic",
		"Errors",
		"Latency",
		"Money",
		"Batches",
		"Queue",
		"Table",
	])
		expect(
			titles.some((title) => title.startsWith(`${topic}: `)),
			topic,
		).toBe(true);
});

it("operations: shows every alarm first", () => {
	const alarms = template.findResources("AWS::CloudWatch::Alarm");
	const shown = widgets[1]?.properties.alarms ?? [];
	expect(shown).toHaveLength(Object.keys(alarms).length);
	expect(new Set(shown).size).toBe(shown.length);
});

it("operations: it has every metric of the service except the age of the guard, which only has an alarm", () => {
	const missing = Object.keys(serviceMetrics).filter(
		(name) => !body.includes(`"${name}`),
	);
	expect(missing).toEqual(["GuardAgeSeconds"]);
});

it("operations: no graph covers another, and each row is full", () => {
	const cells = widgets.flatMap(({ x, y, width, height }) =>
		Array.from({ length: width * height }, (_, cell) =>
			[x + (cell % width), y + Math.floor(cell / width)].join(),
		),
	);
	expect(new Set(cells).size).toBe(cells.length);
	const rows = Math.max(...widgets.map(({ y, height }) => y + height));
	expect(cells).toHaveLength(24 * rows);
});

it("operations: an expression names only metrics of its graph", () => {
	const graphs = JSON.parse(body).widgets.flatMap(
		({ properties }: { properties: { metrics?: unknown[][] } }) =>
			properties.metrics ?? [],
	);
	const options = graphs.map((row: unknown[]) => row.at(-1)) as {
		id?: string;
		expression?: string;
	}[];
	const ids = options.flatMap(({ id }) => id ?? []);
	const expressions = options.flatMap(({ expression }) => expression ?? []);
	expect(expressions.length).toBeGreaterThan(10);
	for (const expression of expressions.filter((one) => !/SEARCH/.test(one))) {
		const named = expression.match(/\b[a-z]\w*/g) ?? [];
		expect(named.filter((name) => !ids.includes(name))).toEqual([]);
	}
});
