import { describe, expect, it } from "vitest";
import { vendorKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { listPartition } from "../../../shared/lists/list-index.store.ts";
import { toVendor } from "../../../shared/vendors/vendors.store.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { type SendOptions, testNow } from "../../support/world.ts";
import { acmeWithOrders, create, order } from "../purchase-order/orders.ts";
import { refusals } from "./refusals.ts";

const world = useWorld(acmeWithOrders);

const send = (body: unknown, options?: SendOptions) =>
	world.post("/v1.0/vendor", body, options);

async function storedVendor(id: string, organizationId = "acme") {
	const [item] = await batchGet(world.table, [vendorKey(organizationId, id)]);
	return item && toVendor(item);
}

const full = {
	name: "Bolt Makers",
	vendorId: "bolts",
	gstin: "29AAGCB7383J1Z4",
	email: "sales@bolts.example",
};

describe("R4: 200", () => {
	it("R4: creates a vendor with everything that was sent, and records who did it", async () => {
		const answer = await send({ ...full, colour: "red", createdAt: "x" });
		expect(answer).toMatchObject({
			status: 200,
			headers: { "x-request-id": "request-1" },
			body: { ok: true, data: { vendorId: "bolts" } },
		});
		expect(Object.keys(answer.body.data)).toEqual(["vendorId"]);
		expect(await storedVendor("bolts")).toEqual({
			id: "bolts",
			name: full.name,
			gstin: full.gstin,
			email: full.email,
			version: 1,
			createdAt: testNow.toISOString(),
			createdBy: { userId: "u-admin", keyId: expect.any(String) },
			updatedAt: testNow.toISOString(),
			updatedBy: { userId: "u-admin", keyId: expect.any(String) },
		});
	});

	it("R4: generates an id when none is sent: a new one for each request", async () => {
		const ids = [];
		for (let round = 0; round < 2; round++) {
			ids.push((await send({ name: "Twin" })).body.data.vendorId);
		}
		expect(ids[0]).toMatch(/^v-[0-9a-z]{26}$/);
		expect(ids[1]).not.toBe(ids[0]);
		expect(await storedVendor(ids[0])).toMatchObject({
			name: "Twin",
			gstin: null,
			email: null,
		});
	});

	it.each([
		{ name: "n" },
		{ name: "😀".repeat(255), vendorId: "😀".repeat(100) },
		{ name: " ", vendorId: "#/?%\n" },
		{ name: "n", email: "a@b" },
		{ name: "n", email: `${"e".repeat(126)}@${"e".repeat(127)}` },
		{ name: "n", vendorId: "__proto__" },
	] as { name: string; vendorId?: string; email?: string }[])(
		"R4: accepts the longest and most unusual values that are allowed: %#",
		async (body) => {
			const { status, body: answered } = await send(body);
			expect(status).toBe(200);
			const { vendorId = answered.data.vendorId, ...rest } = body;
			expect(await storedVendor(vendorId)).toMatchObject({
				...rest,
				id: vendorId,
			});
		},
	);

	it("R4: a vendor can be used at once, by orders and advances", async () => {
		await send(full);
		expect((await create(world, order({ vendorId: "bolts" }))).status).toBe(
			200,
		);
		const advance = await world.post("/v1.0/payment/request/vendor-advance", {
			amount: 1,
			vendorId: "bolts",
		});
		expect(advance.status).toBe(200);
	});

	it("R1: is entered in the list of vendors", async () => {
		await send(full);
		const contents = await tableContents(world);
		const { pk, sk } = vendorKey("acme", "bolts");
		expect(contents.get(`${pk} ${sk}`)).toMatchObject({
			listPk: listPartition("acme", "VENDOR"),
			listSk: expect.stringContaining(testNow.toISOString()),
		});
	});
});

describe("R4: an id that is taken", () => {
	const exists = {
		status: 409,
		body: { ok: false, error: { code: "VENDOR_EXISTS" } },
	};

	it("R4: 200 for a vendor that is equal in every property: nothing is changed", async () => {
		await send(full);
		const before = await tableContents(world);
		world.time.now = new Date(testNow.getTime() + 1_000);
		expect(await send({ ...full, colour: "blue" })).toMatchObject({
			status: 200,
			body: { data: { vendorId: "bolts" } },
		});
		expect(await tableContents(world)).toEqual(before);
	});

	it.each([
		{ name: "Bolt makers" },
		{ gstin: "27AAPFU0939F1ZV" },
		{ gstin: undefined },
		{ email: "Sales@bolts.example" },
		{ email: undefined },
	])("R4: 409 VENDOR_EXISTS when one property differs: %j", async (changes) => {
		await send(full);
		const before = await tableContents(world);
		expect(await send({ ...full, ...changes })).toMatchObject(exists);
		expect(await tableContents(world)).toEqual(before);
	});

	it("R4: compares with a vendor from an organization file; absent properties count as null", async () => {
		expect(await send({ name: "Other", vendorId: "v-1" })).toMatchObject(
			exists,
		);
		expect(
			await send({ name: "Steel Traders", vendorId: "v-1", email: "a@b" }),
		).toMatchObject(exists);
		const same = { name: "Steel Traders", vendorId: "v-1" };
		expect((await send(same)).status).toBe(200);
	});

	it("R4: ids differ by case", async () => {
		await send(full);
		expect((await send({ ...full, vendorId: "BOLTS" })).status).toBe(200);
	});

	it("R4: of 16 concurrent requests for one id with different names exactly one passes", async () => {
		const answers = await Promise.all(
			Array.from({ length: 16 }, (_, index) =>
				send({ name: `Vendor ${index}`, vendorId: "contested" }),
			),
		);
		const passed = answers.findIndex(({ status }) => status === 200);
		for (const [index, answer] of answers.entries()) {
			if (index !== passed) expect(answer).toMatchObject(exists);
		}
		expect(await storedVendor("contested")).toMatchObject({
			name: `Vendor ${passed}`,
		});
	});

	it("R1: an id that another organization's vendor has is free", async () => {
		const { org, users } = acmeWithOrders();
		await world.import({
			org: { ...org, id: "rival" },
			users,
			apiKeys: [
				{
					key: "rival-key",
					name: "R",
					userId: "u-admin",
					permissions: ["vendors:write"],
				},
			],
		});
		await send(full);
		const other = { ...full, name: "Other" };
		expect((await send(other, { key: "rival-key" })).status).toBe(200);
		expect(await storedVendor("bolts", "rival")).toMatchObject({
			name: "Other",
		});
		expect(await storedVendor("bolts")).toMatchObject({ name: full.name });
	});
});

describe("R4: 400 VALIDATION_ERROR; no vendor is created", () => {
	it.each(refusals)("R4: for %s", async (_, body, reason) => {
		const before = await tableContents(world);
		expect(await send(body)).toMatchObject({
			status: 400,
			body: {
				ok: false,
				error: {
					code: "VALIDATION_ERROR",
					message: `Validation failed: ${reason}`,
				},
			},
		});
		expect(await tableContents(world)).toEqual(before);
	});
});

describe("R1: 401 and 403 come first", () => {
	it("R1: 403 INSUFFICIENT_PERMISSIONS for a key without vendors:write, or of an inactive user", async () => {
		const { users } = acmeWithOrders();
		await world.import({
			...acmeWithOrders(),
			users: [
				...users,
				{ id: "u-off", name: "Off", role: "ADMIN", active: false },
			],
			apiKeys: [
				{
					key: "reader",
					name: "R",
					userId: "u-admin",
					permissions: [
						"vendors:read",
						"procurement:write",
						"organization:read",
					],
				},
				{
					key: "off",
					name: "Off",
					userId: "u-off",
					permissions: ["vendors:write"],
				},
			],
		});
		for (const key of ["reader", "off"]) {
			expect(await send("{", { key })).toMatchObject({
				status: 403,
				body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
			});
		}
	});

	it("R1: 401 MISSING_CREDENTIALS without a key", async () => {
		expect(await send("{", { key: null })).toMatchObject({
			status: 401,
			body: { error: { code: "MISSING_CREDENTIALS" } },
		});
	});
});

it("R1: an idempotency key is ignored", async () => {
	for (const idempotencyKey of ["k", "k", "k".repeat(300), null]) {
		expect((await send(full, { idempotencyKey })).status).toBe(200);
	}
});
