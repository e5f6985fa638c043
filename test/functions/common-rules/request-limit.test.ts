import { afterAll, beforeAll, expect, it } from "vitest";
import { permissions } from "../../../shared/organizations/organization.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { dueOf } from "../../support/invoices.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import {
	openWorld,
	type SendOptions,
	testKey,
	type World,
} from "../../support/world.ts";

const otherKey = "other-key";

let world: World;
beforeAll(async () => {
	world = await openWorld({ keyRequestsPerSecond: 2 });
	const { apiKeys } = acme();
	await world.import(
		acme({
			invoices: payableInvoices(1),
			apiKeys: [
				...apiKeys,
				{
					key: otherKey,
					name: "Other",
					userId: "u-admin",
					permissions: [...permissions],
				},
			],
		}),
	);
});
afterAll(() => world[Symbol.asyncDispose]());

const passSecond = () => {
	world.time.now = new Date(world.time.now.getTime() + 1_000);
};
const read = (options?: SendOptions) =>
	world.send("GET", "/v1.0/key", undefined, options);

it("8 TOO_MANY_REQUESTS: beyond its limit a key gets a 429 with Retry-After, without a call, until a second has passed", async () => {
	expect((await read()).status).toBe(200);
	expect((await read()).status).toBe(200);
	const { answer, calls } = await meterCalls(world, read);
	expect(calls).toBe(0);
	expect(answer).toMatchObject({
		status: 429,
		headers: { "retry-after": "1", "x-request-id": "request-1" },
		body: { ok: false, error: { code: "TOO_MANY_REQUESTS" } },
	});
	// Not those of another key.
	expect((await read({ key: otherKey })).status).toBe(200);
	passSecond();
	expect((await read()).status).toBe(200);
});

it("8 TOO_MANY_REQUESTS: a refused payment was not processed, and its idempotency key is not used", async () => {
	passSecond();
	const pay = () =>
		world.post(
			"/v1.0/payment/mark-as-paid",
			{ resourceType: "INVOICE", resources: [{ slug: "inv-0", amount: 1 }] },
			{ key: testKey, idempotencyKey: "limited" },
		);
	for (const idempotencyKey of ["a", "b"])
		await world.post("/v1.0/payment/mark-as-paid", {}, { idempotencyKey });
	expect((await pay()).status).toBe(429);
	expect(await dueOf(world)).toBe("100");
	passSecond();
	expect((await pay()).status).toBe(200);
	expect(await dueOf(world)).toBe("99");
});
