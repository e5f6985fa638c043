import { describe, expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import { drop } from "../../support/aws-gateway/faults/effects.ts";
import {
	everyEndpoint,
	everyEndpointAdditions,
	type TestedEndpoint,
} from "../../support/every-endpoint.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme(everyEndpointAdditions));

const claiming = everyEndpoint.filter(
	({ idempotencyKey }) =>
		idempotencyKey === "required" || idempotencyKey === "optional",
);
const others = everyEndpoint.filter(
	({ idempotencyKey, pathId }) => idempotencyKey === undefined && !pathId,
);

const send = (
	{ method, path, body }: TestedEndpoint,
	idempotencyKey: string | null,
	key?: string,
) => world.send(method, path, body, { idempotencyKey, ...(key && { key }) });

const used = {
	status: 409,
	body: {
		error: expect.stringMatching(
			/^This x-idempotency-key was used within the last 5 minutes/,
		),
	},
};

describe.each(claiming)("$method $path", (endpoint) => {
	it("5 rule 1: a key is refused within 5 minutes, in the body {error} alone", async () => {
		expect((await send(endpoint, "k")).status).toBe(200);
		const { status, body } = await send(endpoint, "k");
		expect({ status, body }).toEqual(used);
	});

	it("5 rule 1: the 409 says whether the first request had another body", async () => {
		const { method, path, body } = endpoint;
		await send(endpoint, "k");
		const repeat = async (sent: unknown) =>
			(await world.send(method, path, sent, { idempotencyKey: "k" })).body
				.error;
		expect(await repeat(body)).toMatch(/within the last 5 minutes\. /);
		expect(await repeat({ ...Object(body), narration: "Other" })).toMatch(
			/within the last 5 minutes, for a request with another body\. /,
		);
	});

	it("5 rule 1: its key may be in use on every other endpoint", async () => {
		for (const other of claiming.filter((one) => one !== endpoint)) {
			expect((await send(other, "k")).status).toBe(200);
		}
		expect((await send(endpoint, "k")).status).toBe(200);
	});

	it("conventions: its key may be in use in another organization", async () => {
		const { org, users, apiKeys } = acme(everyEndpointAdditions);
		await world.import({
			...everyEndpointAdditions,
			org: { ...org, id: "rival" },
			users,
			apiKeys: apiKeys.map((apiKey) => ({ ...apiKey, key: "rival-key" })),
		});
		expect((await send(endpoint, "k", "rival-key")).status).toBe(200);
		expect((await send(endpoint, "k")).status).toBe(200);
	});

	it.each([
		["must not be empty", [""]],
		["must not be longer than 256 bytes", ["x".repeat(257), "é".repeat(129)]],
		["must not contain control characters", ["a\nb", "a\u0085b"]],
	])("5 rule 2: a key %s", async (rule, keys) => {
		const error = `The header x-idempotency-key ${rule}: send a text such as a UUID`;
		for (const key of keys) {
			const { status, body } = await send(endpoint, key);
			expect({ status, body }).toEqual({ status: 400, body: { error } });
		}
	});

	it(`5: the key is ${endpoint.idempotencyKey}`, async () => {
		const { status, body } = await send(endpoint, null);
		if (endpoint.idempotencyKey === "optional") {
			expect(status).toBe(200);
			// Requests without a key do not refuse each other.
			expect((await send(endpoint, null)).status).toBe(200);
		} else {
			expect(status).toBe(400);
			expect(body.error.code).toBe("IDEMPOTENCY_KEY_REQUIRED");
		}
	});

	it("5 rule 1: a used key is a 409 even if nothing can be read of the first request", async () => {
		expect((await send(endpoint, "k")).status).toBe(200);
		world.addFault({
			operation: "BatchGetItem",
			effect: drop(),
		});
		const { status, body } = await send(endpoint, "k");
		expect({ status, body }).toEqual(used);
	});
});

describe.each(others)("$method $path", (endpoint) => {
	it("R1: ignores any idempotency key", async () => {
		for (const key of ["", "k", "k", "x".repeat(300)]) {
			const { status, body } = await send(endpoint, key);
			// The same list is no second run (runs P2).
			if (status === 409) expect(body.error.code).toBe("RUN_EXISTS");
			else expect(status).toBe(200);
		}
	});
});
