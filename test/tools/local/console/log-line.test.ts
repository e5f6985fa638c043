import { describe, expect, it } from "vitest";
import { formatLogLine } from "../../../../tools/local/console/log-line.ts";
import { logWriter } from "../../../../tools/local/console/log-writer.ts";
import { plain } from "../../../../tools/local/console/paint.ts";

/** What Powertools adds to each line. */
const added = {
	level: "INFO",
	// 12:01:05 on this machine, wherever it is.
	timestamp: new Date(2026, 10, 21, 12, 1, 5).toISOString(),
	service: "procurement-payments",
	cold_start: true,
	function_name: "ProcurementPayments-dev-MarkAsPaidFunction01234ABC",
	function_request_id: "lambda-1",
};
const lineOf = (entry: object) => JSON.stringify({ ...added, ...entry });
const shown = (entry: object) => formatLogLine(lineOf(entry), plain);

describe("a log line under npm start", () => {
	it("names the time, the function, the message and its details", () => {
		const request = { message: "Request", operation: "mark-as-paid" };
		const results = { DONE: 98, LOCK_HELD: 2 };
		expect(shown({ ...request, status: 200, ms: 34, results })).toBe(
			'12:01:05 mark-as-paid Request function_request_id=lambda-1 status=200 ms=34 results={"DONE":98,"LOCK_HELD":2}',
		);
		expect(shown({ level: "WARN", message: "A chunk is lost" })).toBe(
			"12:01:05 WARN mark-as-paid A chunk is lost function_request_id=lambda-1",
		);
	});

	it("is followed by the stack traces of its error", () => {
		const cause = { name: "TypeError", message: "inner" };
		const error = { stack: "Error: outer\n    at a.ts:1", cause };
		expect(shown({ level: "ERROR", message: "Request", error })).toBe(
			"12:01:05 ERROR mark-as-paid Request function_request_id=lambda-1\n  Error: outer\n      at a.ts:1\n  TypeError: inner",
		);
	});

	it("cannot steer the terminal, nor look like another line", () => {
		expect(
			shown({ message: "Odd \x1b[2J text\r\nof \u009bsomeone", why: "a\nb" }),
		).toBe(
			"12:01:05 mark-as-paid Odd \\u001b[2J text\\r of \\u009bsomeone function_request_id=lambda-1 why=a b",
		);
	});

	it("cannot steer the terminal either if it is no log entry, or if the lines are shown as JSON", () => {
		expect(formatLogLine("TypeError: \x1b[2J\u009b", plain)).toBe(
			"TypeError: \\u001b[2J\\u009b",
		);
		const written: string[] = [];
		const write = logWriter((text) => written.push(text), {
			isJson: true,
			isQuiet: false,
			paint: plain,
		});
		write('{"message":"\u009b2J"}');
		expect(written).toEqual(['{"message":"\\u009b2J"}\n']);
	});

	it.each([
		"Polling http://127.0.0.1: Error: refused",
		"",
		"{ not JSON",
		'{"message":"without level","timestamp":"2026-11-21T10:00:00.000Z"}',
	])("stays as it is if it is no log entry: %j", (line) => {
		expect(formatLogLine(line, plain)).toBe(line);
	});
});

describe("what is written", () => {
	const lines = [
		lineOf({ message: "info" }),
		lineOf({ level: "WARN", message: "warning" }),
		'{"_aws":{},"PaymentsRecorded":1}',
		"Error: a crash",
	];
	const written = (options: { isJson?: boolean; isQuiet?: boolean }) => {
		let text = "";
		const write = logWriter((part) => (text += part), {
			...{ isJson: false, isQuiet: false, paint: plain },
			...options,
		});
		for (const line of lines) write(line);
		return text.split("\n").slice(0, -1);
	};

	it("has no metrics", () => {
		expect(written({})).toEqual([
			expect.stringContaining("info"),
			expect.stringContaining("WARN"),
			"Error: a crash",
		]);
	});

	it("--json-logs: has every line as it is on AWS", () => {
		expect(written({ isJson: true })).toEqual(lines);
	});

	it("--quiet: has only what needs attention", () => {
		const attention = [lines[1], lines[3]];
		expect(written({ isQuiet: true, isJson: true })).toEqual(attention);
	});
});
