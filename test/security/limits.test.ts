import { beforeAll, describe, expect, it } from "vitest";
import { acme } from "../support/acme.ts";
import { toApiEvent } from "../support/api-event.ts";
import {
	everyEndpoint,
	everyEndpointAdditions,
	type TestedEndpoint,
} from "../support/every-endpoint.ts";
import { hostileBodies } from "../support/hostile-bodies.ts";
import { useSharedWorld } from "../support/use-world.ts";
import { serviceAccessKeyId, testKey } from "../support/world.ts";

const world = useSharedWorld(() => {
	const { apiKeys } = acme();
	const weak = { key: "weak-secret", name: "Weak", userId: "u-admin" };
	return acme({
		...everyEndpointAdditions,
		apiKeys: [...apiKeys, { ...weak, permissions: [] }],
	});
});

const withBody = everyEndpoint.filter(({ body }) => body);

const toUrl = ({ path, pathId }: TestedEndpoint) =>
	pathId?.toUrl("no-such-id") ?? path;

/** Both callers are known from now on: a request reads nothing about them. */
beforeAll(async () => {
	for (const key of [testKey, "weak-secret"])
		await world.get("/v1.0/organization", "", { key });
});

/** An idempotency key is claimed before the body is checked, and a patch is checked together with its record. */
const callsMax = ({ idempotencyKey, method }: TestedEndpoint) =>
	idempotencyKey === undefined && method !== "PATCH" ? 0 : 1;

describe.each(withBody)("$method $path", (endpoint) => {
	it.each(Object.entries(hostileBodies))(
		"OWASP API4: a body of %s is refused before anything that it names is read",
		async (_, body) => {
			world.gateway.meter.reset();
			const { status } = await world.send(
				endpoint.method,
				toUrl(endpoint),
				body,
			);
			expect([400, 404]).toContain(status);
			const { calls } = world.gateway.meter.read(serviceAccessKeyId);
			expect(calls).toBeLessThanOrEqual(callsMax(endpoint));
		},
	);
});

describe.each(everyEndpoint)("$method $path", (endpoint) => {
	const refused: [code: string, authorization?: string][] = [
		["MISSING_CREDENTIALS"],
	];
	if (endpoint.permissions.length > 0)
		refused.push(["INSUFFICIENT_PERMISSIONS", "Api-Key weak-secret"]);

	it.each(refused)(
		"OWASP API4: the body of a request that is %s is not even read",
		async (code, authorization) => {
			const { method, path } = endpoint;
			let reads = 0;
			const event = toApiEvent({
				method,
				path,
				headers: { ...(authorization && { authorization }) },
			});
			Object.defineProperty(event, "body", {
				get() {
					reads += 1;
					return "{}";
				},
			});
			const handler = endpoint.create(world.dependencies, world.queue.send);
			const answer = await handler(event, world.lambdaContext());
			expect(answer).toMatchObject({
				body: expect.stringContaining(`"${code}"`),
			});
			expect(reads).toBe(0);
		},
	);
});
