import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { readWhole } from "../../../../shared/dynamodb/reads/read-whole.ts";
import {
	isBusy,
	isUnanswered,
	pauseBeforeRetry,
	retryBusy,
	StoreBusyError,
} from "../../../../shared/dynamodb/retries/retry-busy.ts";
import { retryUnknown } from "../../../../shared/dynamodb/retries/retry-unknown.ts";
import type { Table } from "../../../../shared/dynamodb/table.ts";
import { namedError } from "../../../support/named-error.ts";

/** The time for retries, without any that passes, and how often one was waited for. */
function timed(millisecondsLeft = 60_000) {
	const pauses: number[] = [];
	const retryTime = {
		millisecondsLeft: () => millisecondsLeft,
		longestPauseMilliseconds: 400,
		extended: () => retryTime,
	};
	// A retry uses only these properties of a table.
	const table = {
		pause: async (milliseconds: number) => void pauses.push(milliseconds),
		retryTime,
	} as unknown as Table;
	return { table, pauses };
}

/** Gives these values, one a call. */
const oneByOne =
	<T>(...values: T[]) =>
	async () =>
		values.shift() as T;

describe("retryBusy", () => {
	it("ends with the last rejection as its cause; any other error is thrown at once", async () => {
		const { table, pauses } = timed(0);
		const cause = namedError("ThrottlingException");
		const reject = () => Promise.reject(cause);
		await expect(retryBusy(table, reject)).rejects.toMatchObject({
			name: "StoreBusyError",
			cause,
		});
		const fail = () => Promise.reject(new Error("failed"));
		await expect(retryBusy(timed().table, fail)).rejects.toThrow("failed");
		expect(pauses).toEqual([]);
	});

	it("ends after 100 attempts, if the clock stands still", async () => {
		const { table, pauses } = timed();
		const reject = () => Promise.reject(new StoreBusyError("busy"));
		await expect(retryBusy(table, reject)).rejects.toThrow(StoreBusyError);
		expect(pauses).toHaveLength(99);
		expect(Math.max(...pauses)).toBeLessThanOrEqual(400);
	});

	it("does not wait before the first attempt, nor when no time is left", async () => {
		const { table, pauses } = timed(0);
		expect(await pauseBeforeRetry(table, 0)).toBe(true);
		expect(await pauseBeforeRetry(table, 1)).toBe(false);
		expect(pauses).toEqual([]);
	});
});

const cancelled = (...codes: (string | undefined)[]) =>
	new TransactionCanceledException({
		message: "cancelled",
		$metadata: {},
		CancellationReasons: codes.map((Code) => (Code ? { Code } : {})),
	});

it.each([
	["busy", cancelled("None", "ThrottlingError", undefined), true],
	["refused", cancelled("ConditionalCheckFailed", "ThrottlingError"), false],
	["of a transaction", namedError("TransactionConflictException"), true],
	["of no load", namedError("ValidationException"), false],
	["no error", "ThrottlingException", false],
])(
	"a call is busy only if nothing else refused it: %s",
	(_, error, expected) => {
		expect(isBusy(error)).toBe(expected);
	},
);

it.each<[string, object, boolean]>([
	["a server fault", { $metadata: { httpStatusCode: 500 } }, true],
	["a refusal", { $metadata: { httpStatusCode: 499 } }, false],
	...[
		...["EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH"],
		...["ENETUNREACH", "ENOTFOUND", "EPIPE", "ETIMEDOUT"],
	].map((code): [string, object, boolean] => [code, { code }, true]),
	["a timeout", { name: "TimeoutError" }, true],
	["a transaction", { name: "TransactionInProgressException" }, true],
	["another error", {}, false],
])("whether a call was answered: %s", (_, properties, expected) => {
	const error = Object.assign(new Error("failed"), properties);
	expect(isUnanswered(error)).toBe(expected);
	expect(isUnanswered(properties)).toBe(false);
});

describe("retryUnknown", () => {
	it("attempts again only what is unknown, at most twice, in its order", async () => {
		const { table, pauses } = timed();
		const attempts: (readonly string[])[] = [];
		const answers = oneByOne(
			["UNKNOWN", "WRITTEN", "UNKNOWN", "UNKNOWN"],
			["UNKNOWN", "REFUSED", "UNKNOWN"],
			["WRITTEN", "UNKNOWN"],
		);
		const outcomes = await retryUnknown(
			table,
			["a", "b", "c", "d"],
			(units) => {
				attempts.push(units);
				return answers();
			},
		);
		expect(outcomes).toEqual(["WRITTEN", "WRITTEN", "REFUSED", "UNKNOWN"]);
		expect(attempts).toEqual([
			["a", "b", "c", "d"],
			["a", "c", "d"],
			["a", "d"],
		]);
		expect(pauses).toHaveLength(2);
	});

	it.each(["OVERLOADED", "TOO_LARGE"])(
		"after %s, the first attempt may still take effect",
		async (outcome) => {
			const answers = oneByOne(["UNKNOWN"], [outcome], ["UNKNOWN"]);
			const outcomes = await retryUnknown(timed().table, ["a"], answers);
			expect(outcomes).toEqual(["UNKNOWN"]);
		},
	);

	it("attempts once what is known, or when no time is left", async () => {
		const known = timed();
		const answers = oneByOne(["WRITTEN"]);
		expect(await retryUnknown(known.table, ["a"], answers)).toEqual([
			"WRITTEN",
		]);
		expect(known.pauses).toEqual([]);
		const late = retryUnknown(timed(0).table, ["a"], oneByOne(["UNKNOWN"]));
		expect(await late).toEqual(["UNKNOWN"]);
	});
});

describe("readWhole", () => {
	const readUntil = async (whole: number, millisecondsLeft?: number) => {
		let reads = 0;
		const { table, pauses } = timed(millisecondsLeft);
		const read = async () => {
			reads += 1;
			return reads;
		};
		const found = await readWhole(table, read, (count) => count === whole);
		return { found, pauses: pauses.length };
	};

	it("ADR 20: reads again until everything is there, at most 6 times and while time is left", async () => {
		expect(await readUntil(1)).toEqual({ found: 1, pauses: 0 });
		expect(await readUntil(3)).toEqual({ found: 3, pauses: 2 });
		expect(await readUntil(9)).toEqual({ found: 6, pauses: 5 });
		expect(await readUntil(9, 0)).toEqual({ found: 1, pauses: 0 });
	});
});
