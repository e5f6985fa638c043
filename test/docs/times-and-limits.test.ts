import { expect, it } from "vitest";
import { codeSpans, readDocument } from "./markdown.ts";

const page = readDocument("docs/times-and-limits.md");
const rows = page
	.split("\n")
	.filter((line) => line.startsWith("| ") && !line.startsWith("| Name |"))
	.map((line) => line.slice(1, -1).split(" | "));

const perUnit: Record<string, number> = {
	milliseconds: 0.001,
	ms: 0.001,
	s: 1,
	seconds: 1,
	minute: 60,
	minutes: 60,
	hours: 3_600,
	days: 86_400,
	bytes: 1,
	kb: 1_024,
	mb: 1_024 ** 2,
};

/** `30 minutes` as seconds, `32 KB` as bytes, `20 approvers` as 20. */
function statedValue(cell: string): number {
	const [number = "", unit = ""] = cell.trim().split(" ");
	return Number(number.replace(",", "")) * (perUnit[unit.toLowerCase()] ?? 1);
}

/** The first number after the names, which follow one another in the file; in seconds or bytes by the name's unit. */
function valueInCode(path: string, names: string): number {
	const text = names.split(".").reduce((rest, name) => {
		const found = new RegExp(`\\b${name}\\b"?( =|:|,|\\()`).exec(rest);
		if (!found) throw new Error(`${path} has no ${name}`);
		return rest.slice(found.index + name.length);
	}, readDocument(path));
	const [, unit, factors = ""] =
		/(?:Duration\.(\w+)\()?"?(\d[\d_.e]*(?: \* \d[\d_]*)*)/.exec(text) ?? [];
	const number = factors
		.split(" * ")
		.reduce((product, one) => product * Number(one.replaceAll("_", "")), 1);
	const [, suffix = ""] =
		/(milliseconds|Milliseconds|Ms|Seconds|SECONDS|Days)$/.exec(names) ?? [];
	return number * (perUnit[(unit ?? suffix).toLowerCase()] ?? 1);
}

it.each(rows)(
	"docs/times-and-limits.md, %s: has the value that the code sets",
	(_name, value = "", _what, place = "") => {
		const [path, names] = codeSpans(place);
		if (!path || !names) return expect(place.trim()).toMatch(/^AWS /);
		expect(statedValue(value)).toBe(valueInCode(path, names));
	},
);

it("docs/times-and-limits.md: has each name once", () => {
	const names = rows.map(([name]) => name);
	expect(names.length).toBeGreaterThan(40);
	expect(new Set(names).size).toBe(names.length);
});
