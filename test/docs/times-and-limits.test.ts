import { expect, it } from "vitest";
import { codeSpans, listItems, readDocument } from "./markdown.ts";

const page = readDocument("docs/times-and-limits.md");
/** `**write deadline**, 25 s: no write begins later (`shared/attempts/attempt.ts` `writeSeconds`)`. */
const limits = [...page.matchAll(/^## (.+)$/gm)]
	.flatMap(([, heading = ""]) => listItems(page, heading))
	.map(([term = "", text = ""]) => {
		const [, name = "", value = ""] = /^\*\*(.+)\*\*, (.+)$/.exec(term) ?? [];
		const [, place = ""] = /\(([^()]*)\)$/.exec(text) ?? [];
		return { name, value, place };
	});

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
function statedValue(text: string): number {
	const [number = "", unit = ""] = text.split(" ");
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

it.each(limits)(
	"docs/times-and-limits.md, $name: has the value that the code sets",
	({ value, place }) => {
		const [path, names] = codeSpans(place);
		if (!path || !names) return expect(place).toMatch(/^AWS /);
		expect(statedValue(value)).toBe(valueInCode(path, names));
	},
);

it("docs/times-and-limits.md: has each name once", () => {
	const names = limits.map(({ name }) => name);
	expect(names.length).toBeGreaterThan(40);
	expect(new Set(names).size).toBe(names.length);
});
