import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createKey } from "../../../tools/operator/keys/create-key.ts";
import { findKeys } from "../../../tools/operator/keys/find-keys.ts";
import {
	indexStoredOrganizations,
	listOrganizations,
} from "../../../tools/operator/organizations/list-organizations.ts";
import { suspendOrganization } from "../../../tools/operator/organizations/suspend-organization.ts";
import { acme } from "../../support/acme.ts";
import { org } from "../../support/org-command.ts";
import { stripAttributes } from "../../support/strip-attributes.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(acme);

beforeAll(() => {
	vi.stubEnv("AWS_REGION", "ap-south-1");
	vi.stubEnv("AWS_ACCESS_KEY_ID", "operator");
	vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
});
afterAll(() => {
	vi.unstubAllEnvs();
});

async function importOther(id: string) {
	const file = acme({ apiKeys: [] });
	await world.import({ ...file, org: { ...file.org, id } });
}

const listed = async () =>
	(await listOrganizations(world.table)).map(({ id }) => id);

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

	it("--scan adds what an earlier version stored, and changes nothing else; an import adds what it changes", async () => {
		await importOther("acme-2");
		await world.import(acme({ org: { id: "acme", name: "Other" } }));
		await world.import(acme({ org: { id: "acme", name: "Renamed" } }));
		const before = await tableContents(world);
		await stripAttributes(
			world,
			["listPk", "listSk"],
			({ sk }) => sk === "ORG",
		);
		expect(await listed()).toEqual([]);
		await world.import(acme({ org: { id: "acme", name: "Again" } }));
		expect(await listed()).toEqual(["acme"]);
		await indexStoredOrganizations(world.table);
		expect(await listed()).toEqual(["acme", "acme-2"]);
		await world.import(acme({ org: { id: "acme", name: "Renamed" } }));
		const after = await tableContents(world);
		expect([...after.keys()]).toEqual([...before.keys()]);
		for (const [key, item] of before)
			expect({ ...after.get(key), version: 0 }).toEqual({
				...item,
				version: 0,
			});
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

	it("says that it searches listed organizations only when it finds nothing", async () => {
		vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", world.gateway.url);
		const find = () =>
			org("key", "find", "acme-adm", "--table", world.table.name);
		expect(await find()).toMatchObject({ code: 0, stderr: "" });
		await stripAttributes(world, ["listPk", "listSk"]);
		expect(await find()).toMatchObject({
			code: 0,
			stdout: "[]\n",
			stderr: expect.stringContaining("`list --scan` lists it"),
		});
	});
});
