import { beforeEach, expect, it } from "vitest";
import type { Permission } from "../../../shared/organizations/organization.ts";
import { CommandError } from "../../../tools/operator/command-error.ts";
import { grantPermissions } from "../../../tools/operator/keys/grant-permissions.ts";
import { listKeys } from "../../../tools/operator/keys/list-keys.ts";
import { revokeKey } from "../../../tools/operator/keys/revoke-key.ts";
import { acme } from "../../support/acme.ts";
import { before } from "../../support/aws-gateway/faults/effects.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld();
let keyId: string;
beforeEach(async () => {
	const file = acme();
	const apiKey = {
		key: "reader-key",
		name: "Reader",
		userId: "u-admin",
		permissions: ["payments:mark-paid" as const],
		expiresAt: "2026-12-01T00:00:00Z",
	};
	await world.import({ ...file, apiKeys: [apiKey] });
	keyId = (await listKeys(world.table, "acme"))[0]?.id ?? "";
});

const grant = (permissions: Permission[], id = keyId, table = world.table) =>
	grantPermissions(table, {
		organizationId: "acme",
		keyId: id,
		permissions,
		now: world.time.now,
	});

const held = async () => (await listKeys(world.table, "acme"))[0]?.permissions;

it("R1: a key gets permissions besides those that it has, within 5 s", async () => {
	const read = async () =>
		(await world.get("/v1.0/vendor", "", { key: "reader-key" })).status;
	expect(await read()).toBe(403);
	await grant(["vendors:read", "invoices:read"]);
	expect(await held()).toEqual([
		"payments:mark-paid",
		"vendors:read",
		"invoices:read",
	]);
	passSeconds(world, 5);
	expect(await read()).toBe(200);
});

it("R1: a permission that it has is no change", async () => {
	await grant(["vendors:read"]);
	world.gateway.meter.reset();
	await grant(["vendors:read", "payments:mark-paid"]);
	expect(world.gateway.meter.read().writeUnits).toBe(0);
});

it("R1: of two grants at once none is lost", async () => {
	const rival = world.connect("rival");
	world.gateway.faults.add({
		accessKeyId: "test",
		operation: "BatchExecuteStatement",
		times: 1,
		effect: before(() => grant(["vendors:read"], keyId, rival)),
	});
	await grant(["invoices:read"]);
	expect(await held()).toEqual([
		"payments:mark-paid",
		"vendors:read",
		"invoices:read",
	]);
});

it("R1: refuses a key that there is not, was revoked or has expired", async () => {
	await expect(grant(["vendors:read"], "key_1")).rejects.toThrow(
		new CommandError('There is no key "key_1" in acme: `key list` shows them'),
	);
	const { now } = world.time;
	world.time.now = new Date("2026-12-01T00:00:00Z");
	await expect(grant(["vendors:read"])).rejects.toThrow("has expired");
	world.time.now = now;
	await revokeKey(world.table, "acme", keyId);
	await expect(grant(["vendors:read"])).rejects.toThrow("is revoked");
	expect(await held()).toEqual(["payments:mark-paid"]);
});
