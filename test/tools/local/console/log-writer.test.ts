import { expect, it } from "vitest";
import {
	type LogOptions,
	logWriter,
} from "../../../../tools/local/console/log-writer.ts";
import { plain } from "../../../../tools/local/console/paint.ts";

const entry = (level: string) =>
	JSON.stringify({ level, message: "m", timestamp: new Date(0).toISOString() });
const lines = [
	entry("INFO"),
	entry("WARN"),
	entry("ERROR"),
	'{"_aws":{}}',
	"Error: a crash",
];

function written(options: Partial<LogOptions>): string[] {
	const texts: string[] = [];
	const write = logWriter((text) => texts.push(text), {
		isJson: false,
		isQuiet: false,
		paint: plain,
		...options,
	});
	for (const line of lines) write(line);
	return texts;
}

it("shows entries in readable form, and no metrics", () => {
	expect(written({})).toEqual([
		expect.stringMatching(/^\d\d:\d\d:\d\d INFO m\n$/),
		expect.stringMatching(/ WARN m\n$/),
		expect.stringMatching(/ ERROR m\n$/),
		"Error: a crash\n",
	]);
});

it("--json-logs: every line as it is on AWS", () => {
	expect(written({ isJson: true })).toEqual(lines.map((line) => `${line}\n`));
});

it("--quiet: only what needs attention", () => {
	expect(written({ isQuiet: true, isJson: true })).toEqual(
		[lines[1], lines[2], lines[4]].map((line) => `${line}\n`),
	);
});
