import { describe, expect, it } from "vitest";
import { createKey } from "../../../tools/operator/keys/create-key.ts";
import { findKeys } from "../../../tools/operator/keys/find-keys.ts";
import { listOrganizations } from "../../../tools/operator/organizations/list-organizations.ts";
import { suspendOrganization } from "../../../tools/operator/organizations/suspend-organization.ts";
import { acme } from "../../support/acme.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(acme);

async function importOther(id: string) {
	const file = acme({ apiKeys: [] });
	await world.import({ ...file, org: { ...file.org, id } });
}

describe("issue 31.3: org list", () => {
	it("lists the organizations by id, and says which are suspended, without a scan", async () => {
		await importOther("acme-2");
		await importOther("aaa");
		await suspendOrganization(world.table, {
			organizationId: "acme-2",
			keepsBatches: true,
			isServed: false,
			clock: () => world.time.now,
		});
		world.gateway.faults.add({
			operation: "Scan",
			effect: () => Promise.reject(new Error("scanned")),
		});
		const name = "Acme India Pvt Ltd";
		expect(await listOrganizations(world.table)).toEqual([
			{ id: "aaa", name, suspendedAt: null },
			{ id: "acme", name, suspendedAt: null },
			{ id: "acme-2", name, suspendedAt: "2026-11-21T10:00:00.000Z" },
		]);
	});
});

describe("issue 31.1: org key find", () => {
	it("finds the key of a leaked secret in any organization, by its first characters", async () => {
		await importOther("acme-2");
		const { id } = await createKey(world.table, {
			organizationId: "acme-2",
			userId: "u-admin",
			permissions: ["payments:read"],
			name: "leaked",
			expiresAt: null,
			secret: "pk_Zx9Qw_and-much-more-that-is-not-typed",
			now: world.time.now,
		});
		for (const beginning of ["pk_Zx9Qw", "pk_Zx9Qw_and-much"])
			expect(await findKeys(world.table, beginning)).toEqual([
				expect.objectContaining({
					organizationId: "acme-2",
					id,
					keyPrefix: "pk_Zx9Qw",
					name: "leaked",
				}),
			]);
		expect(await findKeys(world.table, "pk_Zx9Qx")).toEqual([]);
	});
});
