import { describe, expect, it } from "vitest";
import { pageSteps } from "./page-steps.ts";
import { readAnswers, ShownValues } from "./same-answers.ts";

const page = `
\`\`\`sh not-run
npm run deploy
\`\`\`

\`\`\`sh
A=1
\`\`\`

\`\`\`sh
curl $A
\`\`\`

\`\`\`json
{"a":1}
\`\`\`

\`\`\`json
{"a":2}
\`\`\`
`;

it("reads the blocks that are run, each with the answers that follow it", () => {
	const shown = (text: string) => ({
		language: "json",
		text,
		start: page.indexOf(text),
	});
	expect(pageSteps(page)).toEqual([
		{ commands: "A=1\n", shown: null },
		{ commands: "curl $A\n", shown: shown('{"a":1}\n') },
		{ commands: "curl $A\n", shown: shown('{"a":2}\n') },
	]);
});

it("reads answers that follow each other, of one line or of several", () => {
	expect(readAnswers('{"a":1}\n\n[\n  2\n]\n')).toEqual([{ a: 1 }, [2]]);
	expect(() => readAnswers('{"a":1}\n{')).toThrow("Not JSON: {");
});

describe("an answer of a run", () => {
	const isSame = (shown: string, actual: string) =>
		new ShownValues().isSame(
			{ language: "json", text: shown, start: 0 },
			actual,
		);

	it.each([
		['{"a":1,"b":"x"}', '{ "a": 1, "b": "x" }'],
		[
			'{"poId":"po-01m7zqzcb4sxcxj69z57wjfk2n"}',
			'{"poId":"po-01m800mpvxaxj7m37894a8xw9m"}',
		],
		[
			'{"createdAt":"2026-11-21T19:05:19.835Z"}',
			'{"createdAt":"2026-11-22T01:00:00.000Z"}',
		],
		['{"nextCursor":"Mg"}', '{"nextCursor":"qIACsAnvekQ"}'],
	])("%s stands for %s", (shown, actual) => {
		expect(isSame(shown, actual)).toBe(true);
	});

	it.each([
		['{"a":1}', '{"a":2}'],
		['{"a":"1"}', '{"a":1}'],
		['{"a":1}', '{"a":1,"b":null}'],
		['{"status":"DONE"}', '{"status":"PENDING"}'],
		['{"nextCursor":"Mg"}', '{"nextCursor":null}'],
		['{"createdAt":"2026-11-21T19:05:19.835Z"}', '{"createdAt":null}'],
	])("%s does not stand for %s", (shown, actual) => {
		expect(isSame(shown, actual)).toBe(false);
	});

	it("gives later commands the ids of the run", () => {
		const values = new ShownValues();
		const shown = "01M7ZR13BR3QDFVAFXECQTMKQ8";
		const actual = "01M800M0E3E6K8BWQN3QQ8J93H";
		values.isSame(
			{ language: "json", text: `{"slug":"${shown}"}`, start: 0 },
			`{"slug":"${actual}"}`,
		);
		expect(values.toActual(`SLUG=${shown}`)).toBe(`SLUG=${actual}`);
		expect(values.toShown(`"${actual}"`)).toBe(`"${shown}"`);
	});
});
