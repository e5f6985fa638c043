import {
	appendFileSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { InputError } from "../../../../client/src/pay-file/errors.ts";
import { readJournal } from "../../../../client/src/pay-file/journal/journal.ts";
import { at, openAt, statuses, writeJournal } from "../support/journals.ts";

let directory = "";
let path = "";
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "pay-file-"));
	path = join(directory, "journal");
});
afterEach(() => rmSync(directory, { recursive: true }));

const lastLine = /[^\n]*\n$/;

describe("11.4: a journal that was changed", () => {
	const changes: [string, (text: string) => string][] = [
		["line ends of Windows", (text) => text.replaceAll("\n", "\r\n")],
		["a byte order mark", (text) => `\u{feff}${text}`],
		["an empty line before its last", (text) => text.replace(lastLine, "\n$&")],
		["a copy of itself behind it", (text) => text + text],
		...[0, 1, 2, 3].map((index): (typeof changes)[number] => [
			`line ${index + 1} deleted`,
			(text) => text.split("\n").toSpliced(index, 1).join("\n"),
		]),
		["a longer URL", (text) => text.replace("http://world", "http://worlds")],
		[
			"another key before its second run",
			(text) => text.replace('"key":"k2"', '"key":"k9"'),
		],
		["a shorter URL", (text) => text.replace("http://world", "http://wor")],
	];
	it.each(changes)("with %s is refused", (_, change) => {
		writeJournal(path);
		openAt(path);
		const text = readFileSync(path, "utf8");
		const changed = change(text);
		expect(changed).not.toBe(text);
		writeFileSync(path, changed);
		expect(() => readJournal(readFileSync(path))).toThrow(
			/^The journal is damaged at byte /,
		);
		expect(() => openAt(path)).toThrow(InputError);
	});

	it("with an empty line behind it tells the same, and goes on", () => {
		writeJournal(path);
		const expected = statuses(readFileSync(path));
		appendFileSync(path, "\n");
		openAt(path).append({ type: "sending", at, key: "k3", rows: [[9, 9]] });
		expect(statuses(readFileSync(path))).toEqual([...expected, "9 OPEN"]);
	});
});
