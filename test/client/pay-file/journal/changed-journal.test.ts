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
		["an empty line before its first", (text) => `\n${text}`],
		["a copy of itself behind it", (text) => text + text],
		...[0, 1, 2, 3].map((index): (typeof changes)[number] => [
			`line ${index + 1} deleted`,
			(text) => text.split("\n").toSpliced(index, 1).join("\n"),
		]),
		["a longer URL", (text) => text.replace("https://world", "https://worlds")],
		[
			"another key before its second run",
			(text) => text.replace('"key":"k2"', '"key":"k9"'),
		],
		["a shorter URL", (text) => text.replace("https://world", "https://wor")],
	];
	it.each(changes)("with %s is refused", (_, change) => {
		writeJournal(path);
		openAt(path);
		const text = readFileSync(path, "utf8");
		const changed = change(text);
		expect(changed).not.toBe(text);
		writeFileSync(path, changed);
		expect(() => readJournal(readFileSync(path))).toThrow(
			/^The journal is damaged at byte \d/,
		);
		expect(() => openAt(path)).toThrow(InputError);
	});

	it.each<[string, (text: string) => string]>([
		["no run after it", (text) => text.replace(/ cut\n.*\n/, " cut\n")],
		[
			"more bytes and no run after it",
			(text) => text.replace(/ cut\n.*\n/, `${"x".repeat(999)} cut\n`),
		],
		[
			"fewer bytes and a run alone after it",
			(text) => text.replace(/.{9} cut\n(.*\n).*\n/, " cut\n$1"),
		],
	])("so that its cut line has %s is refused", (_, change) => {
		writeJournal(path);
		writeFileSync(path, readFileSync(path).subarray(0, -10));
		openAt(path).append({ type: "sending", at, key: "k3", rows: [[9, 9]] });
		const text = readFileSync(path, "utf8");
		const changed = change(text);
		expect(changed).not.toBe(text);
		expect(() => readJournal(Buffer.from(changed))).toThrow(InputError);
	});

	it("with an empty line behind it tells the same, and goes on", () => {
		writeJournal(path);
		const expected = statuses(readFileSync(path));
		appendFileSync(path, "\n");
		openAt(path).append({ type: "sending", at, key: "k3", rows: [[9, 9]] });
		expect(statuses(readFileSync(path))).toEqual([...expected, "9 OPEN"]);
	});
});
