import { describe, expect, it } from "vitest";
import { matchesPattern } from "../../../../tools/local/stream/matches-pattern.ts";

const record = {
	eventName: "MODIFY",
	dynamodb: { Keys: { sk: { S: "APPROVAL#0" } } },
};

describe("an event filter", () => {
	it.each([
		[{ eventName: ["MODIFY"] }, true],
		[{ eventName: ["INSERT"] }, false],
		[{ eventName: ["INSERT", "MODIFY"] }, true],
		[{ dynamodb: { Keys: { sk: { S: [{ prefix: "APPROVAL#" }] } } } }, true],
		[{ dynamodb: { Keys: { sk: { S: [{ prefix: "PR" }] } } } }, false],
		[{ dynamodb: { Keys: { sk: { S: ["PR", { prefix: "APP" }] } } } }, true],
		[{ dynamodb: { NewImage: { status: { S: ["DONE"] } } } }, false],
		[
			{
				eventName: ["INSERT"],
				dynamodb: { Keys: { sk: { S: ["APPROVAL#0"] } } },
			},
			false,
		],
		[{}, true],
	])("%j matches: %s", (pattern, expected) => {
		expect(matchesPattern(record, pattern)).toBe(expected);
	});

	it.each([[{ exists: false }], [{ prefix: 1 }], [7]])(
		"with the comparison %j is refused: it would match by chance",
		(comparison) => {
			expect(() => matchesPattern(record, { eventName: [comparison] })).toThrow(
				"does not understand the event filter",
			);
		},
	);
});
