import { describe, expect, it } from "vitest";
import { listOrganizations } from "../../../tools/operator/organizations/list-organizations.ts";
import { suspendOrganization } from "../../../tools/operator/organizations/suspend-organization.ts";
import { acme } from "../../support/acme.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(acme);

async function importOther(id: string) {
	const file = acme({ apiKeys: [] });
	await world.import({ ...file, org: { ...file.org, id } });
}

describe("contract 5: org list", () => {
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
