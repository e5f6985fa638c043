import { expect, it } from "vitest";
import { faultName } from "../planned-faults.ts";
import { pairedFaults } from "./fault-pairs.ts";

const paired = (operation: string) =>
	pairedFaults([{ operation, size: 2, isRefused: false }]).map(faultName);

it("pairs have one fault of each outcome: a read fails or does not; a write differs in its effect, its answer and the death of its process", () => {
	expect(paired("BatchGetItem")).toEqual(["REFUSED@1"]);
	expect(paired("PutItem")).toEqual([
		"REFUSED@1",
		"ANSWER_LOST@1",
		"CONFLICT@1",
		"DIES_BEFORE@1",
		"DIES_AFTER@1",
	]);
	expect(paired("BatchExecuteStatement")).toEqual([
		"REFUSED@1",
		"ANSWER_LOST@1",
		"STATEMENTS_CONFLICT_SOME@1",
		"STATEMENTS_FAIL_AFTER_SOME@1",
		"DIES_BEFORE@1",
		"DIES_AFTER@1",
	]);
	expect(paired("TransactWriteItems")).toEqual([
		"REFUSED@1",
		"ANSWER_LOST@1",
		"CONFLICT@1",
		"TORN@1",
		"DIES_BEFORE@1",
		"DIES_AFTER@1",
	]);
});
