import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { accessLogEntry } from "../../lib/http-api.ts";
import { queries } from "../../lib/monitoring/queries.ts";
import { functionLogKeys } from "../../shared/logging/log-keys.ts";
import { allNotifications, unbundledStack } from "./unbundled-stack.ts";

const template = Template.fromStack(
	unbundledStack("prod", allNotifications("prod")),
);
const saved = Object.values(
	template.findResources("AWS::Logs::QueryDefinition"),
).map(({ Properties }) => Properties);

const logKeys: string[] = Object.values(functionLogKeys).flat();
const accessKeys = Object.keys(accessLogEntry);
/** Logs Insights adds these keys to every event. */
const eventKeys = ["@timestamp", "@message"];

/** Lambda's own records, such as `platform.report`, have this key. */
const platformKeys = ["record"];

const commands = ["fields", "filter", "stats", "sort", "limit"];
const words = ["and", "or", "in", "as", "by", "asc", "desc"];
const functions = ["count", "sum", "pct"];

/** The fields that a query names: not what is quoted, a number, a word of the language, or a name that it gives. */
function fieldsOf(query: string): string[] {
	const text = query.replaceAll(/"[^"]*"/g, '""');
	const given = [...text.matchAll(/\bas (\w+)/g)].map(([, name = ""]) => name);
	const known = [...commands, ...words, ...functions, ...given];
	const named = text.match(/@?[a-zA-Z_][\w.]*/g) ?? [];
	return named.filter((name) => !known.includes(name));
}

/** `results.DONE` is a key of `results`. */
const keyOf = (field: string) => field.split(".", 1)[0] ?? "";

it("operations: each query is saved in the stack's folder, for the logs of every function", () => {
	const logGroups = Object.keys(template.findResources("AWS::Logs::LogGroup"));
	const functionLogs = logGroups.filter((id) => !id.startsWith("AccessLogs"));
	expect(saved.map(({ Name }) => Name)).toEqual(
		queries.map(({ name }) => `ProcurementPayments-prod/${name}`),
	);
	for (const { Name, LogGroupNames } of saved) {
		const searched = LogGroupNames.map(({ Ref }: { Ref: string }) => Ref);
		const isById = Name.includes("by its id");
		expect(searched.sort()).toEqual((isById ? logGroups : functionLogs).sort());
	}
});

describe.each(saved)("operations: $Name", ({ Name, QueryString }) => {
	it("is made of commands of Logs Insights", () => {
		for (const line of QueryString.split("\n| "))
			expect(commands).toContain(line.split(" ", 1)[0]);
		expect(QueryString.match(/"/g)?.length % 2).toBe(0);
	});

	it("names only keys that the logs have", () => {
		const keys = [
			...eventKeys,
			...logKeys,
			...platformKeys,
			...(Name.includes("by its id") ? accessKeys : []),
		];
		const fields = fieldsOf(QueryString);
		expect(fields.length).toBeGreaterThan(2);
		expect(fields.filter((field) => !keys.includes(keyOf(field)))).toEqual([]);
	});
});

it("operations: Errors and warnings shows invocations that ran out of time, which log no error of their own", () => {
	const errors = queries.find(({ id }) => id === "Errors");
	expect(errors?.filters.join()).toContain(
		'record.status in ["error", "failure", "timeout"]',
	);
});

it("the check finds a key that no log has", () => {
	expect(
		fieldsOf(
			'fields ms\n| filter orgId = "x y"\n| stats count(*) as n by user',
		),
	).toEqual(["ms", "orgId", "user"]);
});
