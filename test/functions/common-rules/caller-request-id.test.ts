import { describe, expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import { useSharedWorld } from "../../support/use-world.ts";

const world = useSharedWorld(() => acme());

/** The headers of the answer, and the log line, of a request with this `x-request-id`. */
async function sentWith(id: string, options: { key?: null } = {}) {
	const headers = { "x-request-id": id };
	const answer = await world.get("/v1.0/vendor", {}, { headers, ...options });
	const line = JSON.parse(world.logLines.at(-1) ?? "");
	return { answer, line };
}

describe("R10: x-request-id of the caller", () => {
	it.each(["7c3e4b1a-order 17", "~", "x".repeat(64)])(
		"is in the log line and comes back: %s",
		async (id) => {
			const { answer, line } = await sentWith(id);
			expect(answer.headers).toMatchObject({
				"x-request-id": "request-1",
				"x-caller-request-id": id,
			});
			expect(line).toMatchObject({
				requestId: "request-1",
				callerRequestId: id,
			});
		},
	);

	it("comes back from a refused request too", async () => {
		const { answer, line } = await sentWith("mine", { key: null });
		expect(answer).toMatchObject({
			status: 401,
			headers: { "x-caller-request-id": "mine" },
		});
		expect(line).toMatchObject({ status: 401, callerRequestId: "mine" });
	});

	it.each(["", "x".repeat(65), "é", "a\tb", "a\u007f"])(
		"is neither logged nor sent back unless it is plain text of 1 to 64 characters: %j",
		async (id) => {
			const { answer, line } = await sentWith(id);
			expect(answer.status).toBe(200);
			expect(answer.headers).not.toHaveProperty("x-caller-request-id");
			expect(line).not.toHaveProperty("callerRequestId");
		},
	);
});
