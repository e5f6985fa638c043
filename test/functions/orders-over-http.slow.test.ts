import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { drop, failBefore } from "../support/aws-gateway/faults/effects.ts";
import {
	startTestStack,
	type TestStack,
} from "../support/aws-gateway/test-gateway.ts";
import { documentedFetch } from "../support/documented-fetch.ts";
import { testKey } from "../support/world.ts";
import { refusals as skuRefusals } from "./bulk-skus/refusals.ts";
import { refusals as vendorRefusals } from "./create-vendor/refusals.ts";
import { acmeWithOrders, activatable, order } from "./purchase-order/orders.ts";
import { refusals as orderRefusals } from "./purchase-order/refusals.ts";

/** The whole service as `npm start` runs it: bundles, routes, roles' environment, HTTP. */
let stack: TestStack;
let directory: string;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "orders-over-http-"));
	const organizationFile = join(directory, "acme.json");
	await writeFile(organizationFile, JSON.stringify(acmeWithOrders()));
	stack = await startTestStack({
		port: 0,
		organizationFiles: [organizationFile],
		storage: "memory",
		log: () => {},
	});
	const skus = [{ name: "Steel rod", itemCode: "ROD-1" }, { name: "Glue" }];
	expect(await post(skusPath, { skus })).toMatchObject({ status: 200 });
});
afterEach(() => stack.faults.clear());
afterAll(async () => {
	await stack.stop();
	await rm(directory, { recursive: true });
});

const skusPath = "/v1.0/inventory/skus/bulk";
const ordersPath = "/v1.0/procurement/purchase-order";
const vendorsPath = "/v1.0/vendor";

async function post(path: string, body: unknown, key: string | null = testKey) {
	const response = await send("POST", path, body, key);
	return { status: response.status, body: await toBody(response) };
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what came back
const toBody = (response: Response): Promise<any> => response.json();

function send(
	method: string,
	path: string,
	body: unknown,
	key: string | null = testKey,
	headers: Record<string, string> = {},
) {
	return documentedFetch(stack.url, path, {
		method,
		headers: {
			"content-type": "application/json",
			...(key !== null && { authorization: `Api-Key ${key}` }),
			...headers,
		},
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
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
		"7.2 %s: status %i for %s",
		async (row, status, _, body, message) => {
			const [code = ""] = row.split(" ");
			expect(await post(ordersPath, body)).toEqual({
				status,
				body: refused(code, message),
			});
		},
	);

	it("7.2 PROCUREMENT_CREATION_FAILED: 500 when the order cannot be written", async () => {
		stack.faults.add({ operation: "PutItem", effect: failBefore() });
		expect(await post(ordersPath, order())).toEqual({
			status: 500,
			body: refused(
				"PROCUREMENT_CREATION_FAILED",
				"The purchase order could not be created, or it is not known whether it was: with an externalId, send the same request again; without one, look for the order by its poNumber first",
			),
		});
	});

	it("7.2 INTERNAL_ERROR 3: 500 when nothing can be read", async () => {
		stack.faults.add({ operation: "BatchGetItem", effect: drop() });
		expect(await post(ordersPath, order(activatable))).toEqual({
			status: 500,
			body: refused(
				"INTERNAL_ERROR",
				"Internal error: the request may have had an effect; find out before you send it again",
			),
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

describe("patches of purchase orders over HTTP", () => {
	const createDraft = async () => {
		const { body } = await post(ordersPath, {
			...order(activatable),
			state: "DRAFTED",
		});
		return `${ordersPath}/${body.data.poId}`;
	};
	const patch = async (
		path: string,
		body: unknown,
		headers: Record<string, string> = {},
	) => {
		const response = await send("PATCH", path, body, testKey, headers);
		return {
			status: response.status,
			etag: response.headers.get("etag"),
			body: await toBody(response),
		};
	};

	it.each(orderRefusals.filter(([, , given]) => given !== "no rate"))(
		"R2: %s: status %i for %s",
		async (row, status, _, body, message) => {
			const [code = ""] = row.split(" ");
			const sent = JSON.stringify(body, (_, value) =>
				value === undefined ? null : value,
			);
			expect(
				await patch(
					await createDraft(),
					typeof body === "string" ? body : sent,
				),
			).toEqual({ status, etag: null, body: refused(code, message) });
		},
	);

	it.each(["application/merge-patch+json", "application/json", "text/plain"])(
		"R1: 200 with ETag, the body sent as %s",
		async (contentType) => {
			const path = await createDraft();
			const body = JSON.stringify({ description: "Stahl für Köln 😀" });
			const headers = { "content-type": contentType };
			expect(await patch(path, body, headers)).toEqual({
				status: 200,
				etag: '"2"',
				body: {
					ok: true,
					data: { poId: path.split("/").at(-1), state: "DRAFTED", version: 2 },
				},
			});
		},
	);

	it("R1: 412 VERSION_MISMATCH, 400 for a malformed If-Match", async () => {
		const path = await createDraft();
		const ifMatch = (text: string) => patch(path, {}, { "if-match": text });
		expect(await ifMatch('"7"')).toMatchObject({
			status: 412,
			body: refused("VERSION_MISMATCH", /version/),
		});
		for (const text of ["7", "*", 'W/"1"', '"1", "2"', ""]) {
			expect(await ifMatch(text)).toMatchObject({
				status: 400,
				body: refused("VALIDATION_ERROR", /^Validation failed: \/if-match /),
			});
		}
		expect(await ifMatch('"1"')).toMatchObject({ status: 200, etag: '"1"' });
	});

	it("R2: 409 INVALID_STATE_TRANSITION for an order that is active", async () => {
		const path = await createDraft();
		expect(await patch(path, { state: "ACTIVE" })).toMatchObject({
			status: 200,
			body: { data: { state: "ACTIVE", version: 2 } },
		});
		expect(await patch(path, {})).toMatchObject({
			status: 409,
			body: refused("INVALID_STATE_TRANSITION", /APPROVED/),
		});
	});

	it.each(["po-none", "%00", "~YS9i", "x".repeat(3_000), "%E0%A4%A", "🚚"])(
		"R1: 404 PURCHASE_ORDER_NOT_FOUND for ids of any form and length (%#)",
		async (poId) => {
			expect(await patch(`${ordersPath}/${poId}`, {})).toMatchObject({
				status: 404,
				body: refused("PURCHASE_ORDER_NOT_FOUND", /^Purchase order not found/),
			});
		},
	);

	it("R1: 401 without a key", async () => {
		const response = await send("PATCH", `${ordersPath}/x`, {}, null);
		expect(response.status).toBe(401);
	});
});

describe("vendors over HTTP", () => {
	it.each(vendorRefusals)(
		"R4: 400 VALIDATION_ERROR for %s",
		async (_, body, reason) => {
			expect(await post(vendorsPath, body)).toEqual({
				status: 400,
				body: refused("VALIDATION_ERROR", `Validation failed: ${reason}`),
			});
		},
	);

	it("R4: 200 with the vendor's id, again for the same, 409 VENDOR_EXISTS for another", async () => {
		const vendor = { name: "Bolt Makers", vendorId: "bolts" };
		const created = {
			status: 200,
			body: { ok: true, data: { vendorId: "bolts" } },
		};
		expect(await post(vendorsPath, vendor)).toEqual(created);
		expect(await post(vendorsPath, vendor)).toEqual(created);
		expect(await post(vendorsPath, { ...vendor, email: "a@b" })).toEqual({
			status: 409,
			body: refused("VENDOR_EXISTS", /vendorId/),
		});
		expect(await post(ordersPath, order({ vendorId: "bolts" }))).toMatchObject({
			status: 200,
		});
	});
});

describe.each([skusPath, ordersPath, vendorsPath])("%s", (path) => {
	it("7.1: 401 MISSING_CREDENTIALS without a key", async () => {
		expect(await post(path, {}, null)).toMatchObject({
			status: 401,
			body: { error: { code: "MISSING_CREDENTIALS" } },
		});
	});

	it("7.1: 401 INVALID_API_KEY for an unknown key", async () => {
		expect(await post(path, {}, "unknown")).toMatchObject({
			status: 401,
			body: { error: { code: "INVALID_API_KEY" } },
		});
	});
});
