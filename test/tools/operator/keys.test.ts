import { NumberValue } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { organizationKey } from "../../../shared/dynamodb/keys.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import type { Permission } from "../../../shared/organizations/organization.ts";
import { CommandError } from "../../../tools/operator/command-error.ts";
import { createKey } from "../../../tools/operator/keys/create-key.ts";
import { grantPermissions } from "../../../tools/operator/keys/grant-permissions.ts";
import { listKeys } from "../../../tools/operator/keys/list-keys.ts";
import { revokeKey } from "../../../tools/operator/keys/revoke-key.ts";
import { rotateKey } from "../../../tools/operator/keys/rotate-key.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme } from "../../support/acme.ts";
import {
	before,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { exported } from "./exported.ts";

const organizationId = "acme";
/** Identifies the operator whose calls get faults. */
const accessKeyId = "operator";

const world = useWorld();
beforeEach(async () => {
	const invoices = [{ slug: "inv-1", state: "APPROVED", amount: 1000 }];
	await world.import({ ...acme({ invoices }), apiKeys: [] });
});

const create = (more: object = {}) =>
	createKey(world.table, {
		organizationId,
		userId: "u-admin",
		permissions: ["payments:mark-paid"],
		name: "ERP",
		expiresAt: null,
		secret: "the-first-secret",
		now: world.time.now,
		...more,
	});

const rotate = (
	keyId: string,
	{
		graceMilliseconds = 0,
		secret = "the-second-secret",
		table = world.table,
	} = {},
) =>
	rotateKey(table, {
		organizationId,
		keyId,
		graceMilliseconds,
		secret,
		now: world.time.now,
	});

async function statusOf(key: string, secondsLater = 31): Promise<number> {
	const later = world.time.now.getTime() + secondsLater * 1_000;
	world.time.now = new Date(later);
	return (await pay(world, [{ slug: "inv-1", amount: 1 }], { key })).status;
}

describe("contract 5: key create", () => {
	it("shows the secret once; the store keeps its SHA-256", async () => {
		const created = await create();
		expect(created).toEqual({
			id: expect.stringMatching(/^key_[0-9a-f]{16}$/),
			key: "the-first-secret",
			keyPrefix: "the-f",
			expiresAt: null,
		});
		expect(await statusOf("the-first-secret")).toBe(200);
		const stored = JSON.stringify([...(await tableContents(world))]);
		expect(stored).not.toContain("the-first-secret");
	});

	it("a key is refused while its organization is not stored", async () => {
		await create();
		await deleteItem(world, organizationKey(organizationId));
		expect(await statusOf("the-first-secret")).toBe(401);
	});

	it("the key expires", async () => {
		await create({ expiresAt: "2026-11-21T10:01:00Z" });
		expect(await statusOf("the-first-secret", 59)).toBe(200);
		expect(await statusOf("the-first-secret", 1)).toBe(401);
	});
});

describe("contract 5: key list", () => {
	it("shows everything but the secrets", async () => {
		const { id } = await create();
		expect(await listKeys(world.table, organizationId)).toEqual([
			{
				id,
				keyPrefix: "the-f",
				name: "ERP",
				userId: "u-admin",
				permissions: ["payments:mark-paid"],
				revoked: false,
				expiresAt: null,
				rotatedTo: null,
				createdAt: "2026-11-21T10:00:00.000Z",
			},
		]);
	});

	it("does not show the key of another organization that imported the same secret at the same time", async () => {
		const fileOf = (id: string): OrganizationFile => ({
			org: { id },
			users: [{ id: "u-1", name: "One", role: "ADMIN" }],
			apiKeys: [
				{ key: "one-secret", name: "ERP", userId: "u-1", permissions: [] },
			],
		});
		world.gateway.faults.add({
			accessKeyId: "test",
			operation: "BatchExecuteStatement",
			times: 1,
			effect: before(() => world.import(fileOf("acme-2"))),
		});
		await expect(world.import(fileOf("acme-3"))).rejects.toThrow(
			"/apiKeys/0/key belongs to another organization",
		);
		expect(await listKeys(world.table, "acme-2")).toHaveLength(1);
		expect(await listKeys(world.table, "acme-3")).toEqual([]);
		const { apiKeys } = await exported(world, "acme-3");
		expect(apiKeys).toEqual([]);
	});
});

describe("contract 5: key revoke", () => {
	it("the key stops working within 60 s", async () => {
		const { id } = await create();
		expect(await statusOf("the-first-secret")).toBe(200);
		await revokeKey(world.table, organizationId, id);
		expect(await statusOf("the-first-secret", 60)).toBe(401);
	});

	it("refuses a key of another organization", async () => {
		const { id } = await create();
		await world.import({ org: { id: "acme-2", name: "Other" } });
		await expect(revokeKey(world.table, "acme-2", id)).rejects.toThrow(
			CommandError,
		);
		expect(await statusOf("the-first-secret")).toBe(200);
	});
});

describe("contract 5: key rotate", () => {
	it("without --grace the old key is revoked, the new one takes its place", async () => {
		const { id } = await create({ expiresAt: "2027-01-01T00:00:00Z" });
		const created = await rotate(id);
		expect(created).toMatchObject({
			key: "the-second-secret",
			expiresAt: "2027-01-01T00:00:00Z",
		});
		expect(await statusOf("the-first-secret")).toBe(401);
		expect(await statusOf("the-second-secret")).toBe(200);
		const [first, second] = await listKeys(world.table, organizationId).then(
			(keys) => [
				keys.find((key) => key.id === id),
				keys.find((key) => key.id === created.id),
			],
		);
		expect(first).toMatchObject({ revoked: true, rotatedTo: created.id });
		expect(second).toMatchObject({
			name: "ERP",
			userId: "u-admin",
			permissions: ["payments:mark-paid"],
			revoked: false,
		});
		const stored = [...(await tableContents(world)).values()];
		expect(stored.find((item) => item.id === id)?.version).toEqual(
			NumberValue.from(2),
		);
	});

	it("with --grace the old key works for that time", async () => {
		const { id } = await create();
		await rotate(id, { graceMilliseconds: 90_000 });
		expect(await statusOf("the-first-secret", 89)).toBe(200);
		expect(await statusOf("the-first-secret", 1)).toBe(401);
		expect(await statusOf("the-second-secret")).toBe(200);
	});

	it("refuses a key that is not in use any more", async () => {
		const { id } = await create();
		await rotate(id, { graceMilliseconds: 90_000 });
		await expect(rotate(id, { secret: "third" })).rejects.toThrow(
			"was already rotated",
		);
		const revoked = await create({ secret: "another-secret" });
		await revokeKey(world.table, organizationId, revoked.id);
		await expect(rotate(revoked.id)).rejects.toThrow("is revoked");
		const expired = await create({
			secret: "expired",
			expiresAt: "2026-11-21T10:00:00Z",
		});
		await expect(rotate(expired.id)).rejects.toThrow("has expired");
		expect(await listKeys(world.table, organizationId)).toHaveLength(4);
	});

	it("if two run at once, exactly one succeeds, and makes one key", async () => {
		const { id } = await create();
		world.gateway.faults.add({
			accessKeyId,
			operation: "TransactWriteItems",
			effect: before(() => rotate(id, { secret: "secret-a" })),
		});
		const slower = rotate(id, {
			secret: "secret-b",
			table: world.connect(accessKeyId),
		});
		await expect(slower).rejects.toThrow("was changed in the meantime");
		expect(await listKeys(world.table, organizationId)).toHaveLength(2);
	});
});

describe("contract 5: key grant", () => {
	const grant = (permission: Permission, keyId: string, table = world.table) =>
		grantPermissions(table, {
			organizationId,
			keyId,
			permissions: [permission],
			now: world.time.now,
		});
	const read = async () =>
		(await world.get("/v1.0/vendor", "", { key: "the-first-secret" })).status;

	it("R1: the key has the permission besides its others within 5 s", async () => {
		const { id } = await create();
		expect(await read()).toBe(403);
		await grant("vendors:read", id);
		passSeconds(world, 5);
		expect(await read()).toBe(200);
		expect(await statusOf("the-first-secret")).toBe(200);
	});

	it("R1: of two grants at once none is lost", async () => {
		const { id } = await create();
		world.gateway.faults.add({
			accessKeyId,
			operation: "BatchExecuteStatement",
			times: 1,
			effect: before(() => grant("vendors:read", id)),
		});
		await grant("invoices:read", id, world.connect(accessKeyId));
		expect(await listKeys(world.table, organizationId)).toMatchObject([
			{ permissions: ["payments:mark-paid", "vendors:read", "invoices:read"] },
		]);
	});

	it("R1: refuses a key that was revoked", async () => {
		const { id } = await create();
		await revokeKey(world.table, organizationId, id);
		await expect(grant("vendors:read", id)).rejects.toThrow("is revoked");
	});
});

describe("a key whose transaction is not answered", () => {
	const operation = "TransactWriteItems";
	let table: Table;
	beforeEach(() => {
		world.skipPauses();
		table = world.connect(accessKeyId);
	});

	it("is shown when a repetition finds it stored", async () => {
		const { id } = await create();
		const { faults } = world.gateway;
		const calls = { accessKeyId, operation };
		faults.add({ ...calls, effect: loseAnswer(), times: 1 });
		faults.add({ ...calls, effect: throttle(), skip: 1, times: 2 });
		const { key } = await rotate(id, { table });
		expect(await statusOf(key)).toBe(200);
		expect(await listKeys(world.table, organizationId)).toHaveLength(2);
	});

	it("is named, so that it can be rotated", async () => {
		const { id } = await create();
		world.gateway.faults.add({ accessKeyId, operation, effect: loseAnswer() });
		const error = await rotate(id, { table }).catch(
			(reason: unknown) => reason,
		);
		expect(error).toBeInstanceOf(CommandError);
		const keys = await listKeys(world.table, organizationId);
		const { rotatedTo } = keys.find((key) => key.id === id) ?? {};
		expect(`${error}`).toContain(`whether the new key ${rotatedTo} is stored`);
		const { key } = await rotate(`${rotatedTo}`, {
			secret: "the-third-secret",
		});
		expect(await statusOf(key)).toBe(200);
	});
});
