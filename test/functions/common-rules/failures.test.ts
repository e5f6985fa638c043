import type { Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { tally } from "../../../shared/collections/tally.ts";
import { acme } from "../../support/acme.ts";
import {
	failBefore,
	latency,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import {
	everyEndpoint,
	everyEndpointAdditions,
	type TestedEndpoint,
	toExpected,
} from "../../support/every-endpoint.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId, testKey } from "../../support/world.ts";

const world = useWorld(() => acme(everyEndpointAdditions));

const send = (
	{ method, path, pathId, body }: TestedEndpoint,
	changes: object,
	options: object,
) =>
	world.send(
		method,
		pathId?.toUrl("01M7Y0C0S90BM67ASB78DYHHM5") ?? path,
		body && { ...body, ...changes },
		options,
	);

describe.each(everyEndpoint)("$method $path", (endpoint) => {
	it("guarantee 8: a 500 reveals nothing to the caller, and its log line contains no key, header or body", async () => {
		world.addFault({
			effect: failBefore(),
		});
		const answer = await send(
			endpoint,
			{ canary: "a secret of the body" },
			{
				idempotencyKey: "a secret idempotency key",
				headers: { "x-canary": "a secret header" },
			},
		);
		expect(answer).toMatchObject({
			status: 500,
			headers: { "x-request-id": "request-1" },
			body: { ok: false, error: { message: expect.any(String) } },
		});
		const lines = world.logLines.map((line) => JSON.parse(line));
		const reported = {
			level: "ERROR",
			operation: expect.any(String),
			requestId: "request-1",
		};
		expect(lines).toMatchObject([
			{ message: "Request failed", ...reported },
			{ message: "Request", ...reported },
		]);
		for (const secret of [testKey, "secret", "canary", "narration"]) {
			expect(world.logLines.join()).not.toContain(secret);
		}
	});

	it("conventions: repeats no call that the store rejects for load when its request has no time left for that", async () => {
		// From here on the API key is cached.
		await send(endpoint, {}, {});
		world.gateway.meter.reset();
		world.skipPauses();
		world.addFault({ effect: throttle() });
		const context = { getRemainingTimeInMillis: () => 5_000 } as Context;
		await send(endpoint, {}, { context });
		const { operations } = world.gateway.meter.read(serviceAccessKeyId);
		// The SDK itself tries a call three times.
		for (const count of Object.values(tally(operations, (one) => one)))
			expect(count).toBeLessThanOrEqual(3);
	});

	it("is not answered while its writes are still in progress, even if its time runs out", async () => {
		world.addFault({
			effect: latency({ milliseconds: 60 }),
		});
		const context = { getRemainingTimeInMillis: () => 30 } as Context;
		const { status } = await send(endpoint, {}, { context });
		expect(status).toBe(toExpected(endpoint).status);
	});
});
