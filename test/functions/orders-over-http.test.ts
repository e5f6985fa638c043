import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { drop, failBefore } from "../../local/aws-gateway/effects.ts";
import { type LocalStack, startLocalStack } from "../../local/local-stack.ts";
import { testKey } from "../support/world.ts";
import { refusals as skuRefusals } from "./bulk-skus/refusals.ts";
import { acmeWithOrders, activatable, order } from "./purchase-order/orders.ts";
import { refusals as orderRefusals } from "./purchase-order/refusals.ts";

/** The whole service as `npm start` runs it: bundles, routes, roles' environment, HTTP. */
let stack: LocalStack;
let directory: string;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "orders-over-http-"));
	const organizationFile = join(directory, "acme.json");
	await writeFile(organizationFile, JSON.stringify(acmeWithOrders()));
	stack = await startLocalStack({
		port: 0,
		organizationFiles: [organizationFile],
		storage: "memory",
		log: () => {},
	});
	const skus = [{ name: "Steel rod", itemCode: "ROD-1" }, { name: "Glue" }];
	expect(await post(skusPath, { skus })).toMatchObject({ status: 200 });
}, 60_000);
afterEach(() => stack.gateway.faults.clear());
afterAll(async () => {
	await stack.stop();
	await rm(directory, { recursive: true });
});

const skusPath = "/v1.0/inventory/skus/bulk";
const ordersPath = "/v1.0/procurement/purchase-order";

async function post(path: string, body: unknown, key: string | null = testKey) {
	const response = await fetch(`${stack.url}${path}`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			...(key !== null && { authorization: `Api-Key ${key}` }),
		},
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
	return { status: response.status, body: await response.json() };
}

const refused = (code: string, message: string | RegExp) => ({
	ok: false,
	error: {
		code,
		message:
			typeof message === "string" ? message : expect.stringMatching(message),
	},
});

describe("bulk SKUs over HTTP", () => {
	it.each(skuRefusals)(
		"7.5: 400 VALIDATION_ERROR for %s",
		async (_, body, reason) => {
			expect(await post(skusPath, body)).toEqual({
				status: 400,
				body: refused("VALIDATION_ERROR", `Validation failed: ${reason}`),
			});
		},
	);

	it("4.1: 200 with what was created and what failed", async () => {
		const skus = [
			{ name: "Bolt", itemCode: "BOLT-1" },
			{ name: "Bolt", itemCode: "bolt-1" },
		];
		expect(await post(skusPath, { skus })).toMatchObject({
			status: 200,
			body: { ok: true, data: { successCount: 1, failureCount: 1 } },
		});
	});
});

describe("purchase orders over HTTP", () => {
	it.each(orderRefusals)(
		"7.2: %i %s for %s",
		async (status, code, _, body, message) => {
			expect(await post(ordersPath, body)).toEqual({
				status,
				body: refused(code, message),
			});
		},
	);

	it("7.2: 500 PROCUREMENT_CREATION_FAILED when the order cannot be written", async () => {
		stack.gateway.faults.add({ operation: "PutItem", effect: failBefore() });
		expect(await post(ordersPath, order())).toEqual({
			status: 500,
			body: refused(
				"PROCUREMENT_CREATION_FAILED",
				"The purchase order could not be created",
			),
		});
	});

	it("7.2: 500 INTERNAL_ERROR when nothing can be read", async () => {
		stack.gateway.faults.add({ operation: "BatchGetItem", effect: drop() });
		expect(await post(ordersPath, order(activatable))).toEqual({
			status: 500,
			body: refused("INTERNAL_ERROR", "Internal error"),
		});
	});

	it("4.2: 200 with the order's id and state", async () => {
		expect(await post(ordersPath, order(activatable))).toEqual({
			status: 200,
			body: {
				ok: true,
				data: { poId: expect.stringMatching(/^po-/), state: "ACTIVE" },
			},
		});
	});
});

describe.each([skusPath, ordersPath])("%s", (path) => {
	it("7.1: 401 MISSING_CREDENTIALS without a key", async () => {
		expect(await post(path, {}, null)).toMatchObject({
			status: 401,
			body: { error: { code: "MISSING_CREDENTIALS" } },
		});
	});

	it("7.1: 401 INVALID_API_KEY for an unknown key", async () => {
		expect(await post(path, {}, "nobody's")).toMatchObject({
			status: 401,
			body: { error: { code: "INVALID_API_KEY" } },
		});
	});
});
