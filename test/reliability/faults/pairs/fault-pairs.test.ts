import { expect, it } from "vitest";
import { faultName } from "../planned-faults.ts";
import { isOneOfEach, pairedFaults } from "./fault-pairs.ts";

const paired = (operation: string) =>
	pairedFaults([{ operation, size: 1 }]).map(faultName);

it("pairs have no lasting faults, and no fault of a read that comes after it or ends the process", () => {
	expect(paired("GetItem")).toEqual([
		"REFUSED@1",
		"RESET@1",
		"TIMEOUT_BEFORE@1",
		"THROTTLED@1",
	]);
	expect(paired("PutItem")).toEqual([
		"REFUSED@1",
		"ANSWER_LOST@1",
		"FAILED_AFTER@1",
		"RESET@1",
		"TIMEOUT_BEFORE@1",
		"TIMEOUT_AFTER@1",
		"THROTTLED@1",
		"CONFLICT@1",
		"DIES_BEFORE@1",
		"DIES_AFTER@1",
	]);
});

it("pairs of one fault of each outcome: a read fails or does not; a write differs in its effect, its answer and the death of its process", () => {
	const chosen = (operation: string) =>
		pairedFaults([{ operation, size: 2, isRefused: false }])
			.filter(isOneOfEach)
			.map(faultName);
	expect(chosen("BatchGetItem")).toEqual(["REFUSED@1"]);
	expect(chosen("TransactWriteItems")).toEqual([
		"REFUSED@1",
		"ANSWER_LOST@1",
		"CONFLICT@1",
		"TORN@1",
		"DIES_BEFORE@1",
		"DIES_AFTER@1",
	]);
});
