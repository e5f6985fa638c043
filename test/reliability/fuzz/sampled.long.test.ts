import { describe, expect, it } from "vitest";
import { propertySeed } from "../../support/property-seed.ts";
import { fuzzEndpoint } from "./fuzz-endpoint.ts";
import { fuzzedOperations } from "./operations.ts";

/** `npm run test:fuzz` sends 20,000. A request that only reads has fewer values to combine. */
const countFor = (method: string) => (method === "GET" ? 250 : 1_000);

describe("guarantee 7: for any request, no 5xx, and every answer is documented, 250 or 1,000 requests", () => {
	it.each(fuzzedOperations)("$routeKey", async (operation) => {
		const statuses = await fuzzEndpoint(operation, {
			count: countFor(operation.method),
			seed: propertySeed,
		});
		expect(statuses).toMatchObject({
			200: expect.any(Number),
			400: expect.any(Number),
		});
	});
});
