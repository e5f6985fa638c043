import { describe, expect, it } from "vitest";
import { permissions } from "../../../shared/organizations/organization.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { useWorld } from "../../support/use-world.ts";
import { testKey } from "../../support/world.ts";

const world = useWorld(file);

const apiKey = (key: string, properties: object = {}) => ({
	key,
	name: "ERP",
	userId: "u-admin",
	permissions: [...permissions],
	...properties,
});

function file(keys: ReturnType<typeof apiKey>[] = []) {
	const { apiKeys, users } = acme();
	return acme({
		users: [
			...users,
			{ id: "u-gone", name: "Gone", role: "ADMIN", active: false },
			{ id: "u-member", name: "Member", role: "MEMBER" },
		],
		apiKeys: [
			...apiKeys,
			apiKey("revoked-key", { revoked: true }),
			apiKey("expiring-key", { expiresAt: "2026-11-21T10:00:10Z" }),
			apiKey("expired-key", { expiresAt: "2026-11-21T10:00:00Z" }),
			apiKey("powerless-key", {
				permissions: permissions.filter((p) => p !== "payments:mark-paid"),
			}),
			apiKey("gone-key", { userId: "u-gone" }),
			apiKey("member-key", { userId: "u-member" }),
			...keys,
		],
		invoices: payableInvoices(3),
	});
}

const send = (options: object) =>
	world.post(
		"/v1.0/payment/mark-as-paid",
		{ resourceType: "INVOICE", resources: [{ slug: "inv-0", amount: 1 }] },
		options,
	);

const withHeader = (authorization: string) =>
	send({ key: null, headers: { authorization } });

const refusedAs = (status: number, code: string) => ({
	status,
	headers: { "x-request-id": "request-1" },
	body: { ok: false, error: { code, message: expect.any(String) } },
});

describe("401", () => {
	it("7.1 MISSING_CREDENTIALS: no header", async () => {
		expect(await send({ key: null })).toMatchObject(
			refusedAs(401, "MISSING_CREDENTIALS"),
		);
	});

	it.each([
		"",
		" ",
		"Api-Key",
		"Api-Key ",
		`Bearer ${testKey}`,
		`Basic ${testKey}`,
		testKey,
		`Api-Key:${testKey}`,
		`ApiKey ${testKey}`,
		`Api-Key${testKey}`,
	])("7.1 MISSING_CREDENTIALS: %j", async (authorization) => {
		expect(await withHeader(authorization)).toMatchObject(
			refusedAs(401, "MISSING_CREDENTIALS"),
		);
	});

	it.each([
		["unknown", "no-such-key"],
		["of 8,000 characters", "k".repeat(8_000)],
		["two keys", `${testKey},Api-Key ${testKey}`],
		["in another case", testKey.toUpperCase()],
		["revoked", "revoked-key"],
		["expired", "expired-key"],
	])("7.1 INVALID_API_KEY: %s", async (_, key) => {
		expect(await send({ key })).toMatchObject(
			refusedAs(401, "INVALID_API_KEY"),
		);
	});

	it("conventions: a key that expires while it is cached stops working at once", async () => {
		expect((await send({ key: "expiring-key" })).status).toBe(200);
		world.time.now = new Date("2026-11-21T10:00:10Z");
		expect(await send({ key: "expiring-key" })).toMatchObject(
			refusedAs(401, "INVALID_API_KEY"),
		);
	});

	it("conventions: a revoked key stops working within 5 s", async () => {
		await world.import(file([apiKey("late-key")]));
		expect((await send({ key: "late-key" })).status).toBe(200);
		await world.import(file([apiKey("late-key", { revoked: true })]));
		world.time.now = new Date("2026-11-21T10:00:05Z");
		expect(await send({ key: "late-key" })).toMatchObject(
			refusedAs(401, "INVALID_API_KEY"),
		);
	});

	it("conventions: credentials come before everything else", async () => {
		const answer = await world.post("/v1.0/payment/mark-as-paid", "{", {
			key: "no-such-key",
			idempotencyKey: "",
		});
		expect(answer).toMatchObject(refusedAs(401, "INVALID_API_KEY"));
	});
});

describe("403", () => {
	it.each([
		["a key without the permission", "powerless-key"],
		["a key of an inactive user", "gone-key"],
	])("7.1 INSUFFICIENT_PERMISSIONS: %s", async (_, key) => {
		expect(await send({ key })).toMatchObject(
			refusedAs(403, "INSUFFICIENT_PERMISSIONS"),
		);
	});

	it("conventions: permission comes before the idempotency key, which stays free", async () => {
		const refused = await send({ key: "powerless-key", idempotencyKey: "k" });
		expect(refused.status).toBe(403);
		const malformed = await send({ key: "powerless-key", idempotencyKey: "" });
		expect(malformed.status).toBe(403);
		expect((await send({ idempotencyKey: "k" })).status).toBe(200);
	});
});

describe("200", () => {
	it.each([
		`Api-Key ${testKey}`,
		`api-key ${testKey}`,
		`API-KEY ${testKey}`,
		`  Api-Key   ${testKey}  `,
	])("conventions: takes %j", async (authorization) => {
		expect((await withHeader(authorization)).status).toBe(200);
	});

	it("5: any role may pay, with the permission", async () => {
		expect((await send({ key: "member-key" })).status).toBe(200);
	});

	it("a new key works at once, even if it was refused a moment ago", async () => {
		expect((await send({ key: "new-key" })).status).toBe(401);
		await world.import(file([apiKey("new-key")]));
		expect((await send({ key: "new-key" })).status).toBe(200);
	});
});
