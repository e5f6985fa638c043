import { describe, expect, inject, it } from "vitest";

describe("the engine of the test run", () => {
	it("answers", async () => {
		const answer = await fetch(inject("dynamodbUrl"));
		expect(answer.ok).toBe(true);
	});
});
