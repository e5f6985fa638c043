import { describe, expect, it } from "vitest";
import { userKey } from "../../../shared/dynamodb/keys.ts";
import { toApiKeyId } from "../../../shared/organizations/api-keys/api-keys.store.ts";
import { toSecretHash } from "../../../shared/organizations/api-keys/secret-hash.ts";
import { acme } from "../../support/acme.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId } from "../../support/world.ts";

const world = useWorld(file);

type ApiKeys = ReturnType<typeof acme>["apiKeys"];

const apiKey = (key: string, properties: Partial<ApiKeys[0]> = {}) => ({
	key,
	name: "ERP",
	userId: "u-member",
	permissions: ["payments:mark-paid" as const],
	...properties,
});

function file(member: { active?: boolean; name?: string } = {}) {
	const { apiKeys, users } = acme();
	return acme({
		users: [
			...users,
			{ id: "u-member", name: "Member", role: "MEMBER", ...member },
		],
		apiKeys: [
			...apiKeys,
			apiKey("member-key"),
			apiKey("powerless-key", { permissions: [] }),
			apiKey("limited-key", { expiresAt: "2026-11-21T16:00:00+05:30" }),
			apiKey("unlimited-key", {
				permissions: ["invoices:read", "inventory:write"],
			}),
		],
	});
}

const keyOf = async (key: string) => {
	const { status, body, headers } = await world.get("/v1.0/key", "", { key });
	expect({ status, ok: body.ok }).toEqual({ status: 200, ok: true });
	expect(headers).not.toHaveProperty("etag");
	return body.data;
};

const record = (key: string, properties: object = {}) => ({
	keyId: toApiKeyId(toSecretHash(key)),
	organizationId: "acme",
	organizationName: "Acme India Pvt Ltd",
	userId: "u-member",
	userName: "Member",
	role: "MEMBER",
	active: true,
	permissions: ["payments:mark-paid"],
	expiresAt: null,
	...properties,
});

describe("C3: what a key is", () => {
	it("C3: for every valid key, with any permissions", async () => {
		expect(await keyOf("member-key")).toEqual(record("member-key"));
		expect(await keyOf("powerless-key")).toEqual(
			record("powerless-key", { permissions: [] }),
		);
		expect(await keyOf("unlimited-key")).toEqual(
			record("unlimited-key", {
				permissions: ["invoices:read", "inventory:write"],
			}),
		);
	});

	it("C3: shows expiresAt in UTC; afterwards the key is invalid", async () => {
		// 16:00 in Kolkata is half past ten.
		const expiresAt = "2026-11-21T10:30:00.000Z";
		expect(await keyOf("limited-key")).toEqual(
			record("limited-key", { expiresAt }),
		);
		world.time.now = new Date(expiresAt);
		expect(
			await world.get("/v1.0/key", "", { key: "limited-key" }),
		).toMatchObject({
			status: 401,
			body: { error: { code: "INVALID_API_KEY" } },
		});
	});

	it("C3: shows the key of an inactive user, who may call nothing else; a change is visible once it takes effect", async () => {
		expect(await keyOf("member-key")).toMatchObject({ active: true });
		await world.import(file({ active: false, name: "Gone" }));
		passSeconds(world, 4.9);
		expect(await keyOf("member-key")).toEqual(record("member-key"));
		const list = () =>
			world.get("/v1.0/payment/mark-as-paid", "", { key: "member-key" });
		// Both say what the same function remembers of the key.
		expect((await list()).status).toBe(200);
		passSeconds(world, 0.1);
		expect(await keyOf("member-key")).toEqual(
			record("member-key", { active: false, userName: "Gone" }),
		);
		expect(await list()).toMatchObject({
			status: 403,
			body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
		});
	});

	it("C3: shows the key of a user whom the organization does not have; other endpoints treat such a key as that of an inactive user", async () => {
		await deleteItem(world, userKey("acme", "u-member"));
		const missing = { userName: null, role: null, active: false };
		expect(await keyOf("member-key")).toEqual(record("member-key", missing));
		const pay = { resourceType: "INVOICE", resources: [] };
		expect(
			await world.post("/v1.0/payment/mark-as-paid", pay, {
				key: "member-key",
			}),
		).toMatchObject({
			status: 403,
			body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
		});
	});

	it("C3: costs no call in addition to those that find the caller", async () => {
		await keyOf("member-key");
		world.gateway.meter.reset();
		await keyOf("member-key");
		expect(world.gateway.meter.read(serviceAccessKeyId).calls).toBe(0);
	});
});
