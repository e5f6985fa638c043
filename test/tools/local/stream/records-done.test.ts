import { expect, it } from "vitest";
import { recordsDone } from "../../../../tools/local/stream/records-done.ts";

const records = ["1", "2", "3"].map((SequenceNumber) => ({
	dynamodb: { SequenceNumber },
}));
const failed = (...numbers: string[]) =>
	JSON.stringify({
		batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })),
	});

it.each([
	[failed(), 3],
	["null", 3],
	["{}", 3],
	[failed("2"), 1],
	[failed("3", "2"), 1],
	[failed("1"), 0],
	[failed("unknown"), 0],
	[failed(""), 0],
])("of three records, the answer %s leaves %i done", (answer, expected) => {
	expect(recordsDone(records, { answer })).toBe(expected);
});

it("a function that throws has done none", () => {
	expect(recordsDone(records, { failure: "thrown" })).toBe(0);
});
