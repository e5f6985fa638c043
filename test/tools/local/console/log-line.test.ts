import { describe, expect, it } from "vitest";
import { formatLogLine } from "../../../../tools/local/console/log-line.ts";
import { coloured, plain } from "../../../../tools/local/console/paint.ts";

/** What Powertools adds to each line. */
const added = {
	level: "INFO",
	// 12:01:05 on this machine, wherever it is.
	timestamp: new Date(2026, 10, 21, 12, 1, 5).toISOString(),
	service: "procurement-payments",
	cold_start: true,
	function_arn: "arn:aws:lambda:ap-south-1:000000000000:function:x",
	function_memory_size: "1024",
	function_name: "ProcurementPayments-dev-MarkAsPaidFunction01234ABC",
	function_request_id: "lambda-1",
	sampling_rate: 0,
};

const shown = (entry: object) =>
	formatLogLine(JSON.stringify({ ...added, ...entry }), plain);

describe("a log line under npm start", () => {
	it("of a request", () => {
		expect(
			shown({
				message: "Request",
				requestId: "req-1",
				operation: "mark-as-paid",
				status: 200,
				ms: 34,
				organization: "demo",
				apiKey: "key_ac5bb3526d3be432",
				user: "u-admin",
				attempt: "01JATTEMPT",
				awsCalls: 3,
				results: { DONE: 98, LOCK_HELD: 2 },
			}),
		).toBe(
			"12:01:05 mark-as-paid 200 34 ms 3 calls DONE 98 LOCK_HELD 2 attempt 01JATTEMPT demo u-admin key_ac5bb3526d3be432 req-1 lambda-1",
		);
	});

	it("of a request that was refused before it named an organization", () => {
		expect(
			shown({
				message: "Request",
				requestId: "req-1",
				operation: "bulk-skus",
				status: 401,
				code: "INVALID_API_KEY",
				ms: 2,
				awsCalls: 1,
			}),
		).toBe("12:01:05 bulk-skus 401 INVALID_API_KEY 2 ms 1 call req-1 lambda-1");
	});

	it("of a request that created records", () => {
		expect(
			shown({ message: "Request", operation: "bulk-skus", created: 0, ms: 0 }),
		).toBe("12:01:05 bulk-skus 0 ms created 0 lambda-1");
	});

	it("of mails and events", () => {
		const mails = {
			message: "Mails",
			operation: "approval-mailer",
			organization: "demo",
			paymentRequest: "01JREQUEST",
			results: { SENT: 2 },
			ms: 12,
			awsCalls: 7,
		};
		expect(shown(mails)).toBe(
			"12:01:05 approval-mailer mails 12 ms 7 calls SENT 2 paymentRequest=01JREQUEST demo lambda-1",
		);
		const events = {
			message: "Events",
			operation: "event-publisher",
			results: { "Invoice Paid": 3 },
		};
		expect(shown(events)).toBe(
			"12:01:05 event-publisher events Invoice Paid 3 lambda-1",
		);
		expect(
			formatLogLine(JSON.stringify({ ...added, ...events }), coloured),
		).toContain("\u001b[32mInvoice Paid 3");
	});

	it("of a request that failed, with its error", () => {
		expect(
			shown({
				level: "ERROR",
				message: "Request",
				operation: "create-vendor",
				status: 500,
				error: {
					name: "Error",
					message: "outer",
					stack: "Error: outer\n    at a.ts:1",
					cause: { name: "TypeError", message: "inner" },
				},
			}),
		).toBe(
			"12:01:05 create-vendor 500 lambda-1\n  Error: outer\n      at a.ts:1\n  TypeError: inner",
		);
	});

	it.each([
		[
			{
				message: "Chunk",
				operation: "payment-worker",
				outcome: "COUNTED",
				batch: "01JBATCH",
				attempt: "01JBATCH",
				chunk: 0,
				chunks: 5,
				ms: 120,
				results: { DONE: 100 },
			},
			"chunk 0/5 120 ms DONE 100 batch 01JBATCH outcome=COUNTED lambda-1",
		],
		[
			{ message: "Batch", batch: "01JBATCH", results: { DONE: 7, ERROR: 1 } },
			"finished DONE 7 ERROR 1 batch 01JBATCH lambda-1",
		],
		[
			{ message: "Sweep", ms: 12, batches: 2 },
			"sweep 12 ms batches=2 lambda-1",
		],
	])("of work behind the API: %j", (entry, text) => {
		expect(
			shown({
				...entry,
				function_name: "ProcurementPayments-dev-PaymentWorkerFunction01234ABC",
			}),
		).toBe(`12:01:05 payment-worker ${text}`);
	});

	it("of anything else has its level, message and details", () => {
		expect(
			shown({
				level: "WARN",
				message: "A chunk of a batch is lost",
				chunk: 3,
				batch: "01JBATCH",
				ids: ["a"],
			}),
		).toBe(
			'12:01:05 WARN mark-as-paid A chunk of a batch is lost chunk=3 batch=01JBATCH ids=["a"] lambda-1',
		);
	});

	it("has colours in a terminal: of the status, and of what was not done", () => {
		const line = JSON.stringify({
			...added,
			message: "Request",
			operation: "mark-as-paid",
			status: 200,
			results: { DONE: 1, LOCK_HELD: 1 },
		});
		const text = formatLogLine(line, coloured);
		expect(text).toContain("\x1b[32m200\x1b[39m");
		expect(text).toContain("\x1b[32mDONE 1\x1b[39m");
		expect(text).toContain("\x1b[33mLOCK_HELD 1\x1b[39m");
		expect(text).toContain("\x1b[2m12:01:05\x1b[22m");
	});

	it("cannot steer the terminal, nor look like another line", () => {
		expect(
			shown({ message: "Odd \x1b[2J text\r\nof \u009bsomeone", why: "a\nb" }),
		).toBe(
			"12:01:05 INFO mark-as-paid Odd �[2J text� of �someone why=a b lambda-1",
		);
	});
});

describe("a line that is no log entry", () => {
	it.each([
		"Polling http://127.0.0.1: Error: refused",
		"",
		"{ not JSON",
		'{"message":"without level","timestamp":"2026-11-21T10:00:00.000Z"}',
		'{"level":"INFO","message":"x","timestamp":"yesterday"}',
		'["INFO"]',
		"null",
	])("stays as it is: %j", (line) => {
		expect(formatLogLine(line, plain)).toBe(line);
	});

	it("is not shown when it is a metric", () => {
		const metric = { _aws: { Timestamp: 1, CloudWatchMetrics: [] }, Count: 1 };
		expect(formatLogLine(JSON.stringify(metric), plain)).toBeUndefined();
	});
});
