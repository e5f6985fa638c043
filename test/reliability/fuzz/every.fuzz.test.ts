import { describe, expect, it } from "vitest";
import { propertySeed } from "../../support/property-seed.ts";
import { fuzzEndpoint } from "./fuzz-endpoint.ts";
import { fuzzedOperations } from "./operations.ts";

const { FUZZ_SEED = propertySeed, FUZZ_COUNT = 20_000 } = process.env;

describe("guarantee 7: for any request, no 5xx, and every answer is documented", () => {
	it.each(fuzzedOperations)("$routeKey", async (operation) => {
		const seed = Number(FUZZ_SEED);
		const count = Number(FUZZ_COUNT);
		const statuses = await fuzzEndpoint(operation, { count, seed });
		console.log(operation.routeKey, JSON.stringify(statuses));
		expect(statuses).toMatchObject({ 200: expect.any(Number) });
	});
});
