import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { invoiceKey } from "../../../shared/dynamodb/keys.ts";
import { toExactJson } from "../../../shared/json/exact-json.ts";
import { toApiKeyId } from "../../../shared/organizations/api-keys/api-keys.store.ts";
import { toSecretHash } from "../../../shared/organizations/api-keys/secret-hash.ts";
import { beginAudit } from "../../../shared/organizations/audit-records.store.ts";
import { compareOrganization } from "../../../tools/operator/export/compare-organization.ts";
import { lockInvoice } from "../../../tools/operator/invoices/lock-invoice.ts";
import { createKey } from "../../../tools/operator/keys/create-key.ts";
import { revokeKey } from "../../../tools/operator/keys/revoke-key.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { batchMin, resourcesOf, startBatch } from "../../support/batches.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { exportOrganization } from "../../support/export-organization.ts";
import { pay } from "../../support/pay.ts";
import { reverse } from "../../support/reversals.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	openWorld,
	testKey,
	testNow,
	type World,
} from "../../support/world.ts";
import { contractExample } from "../organization-files/contract-example.ts";

const world = useWorld(contractExample);
const accessKeyId = "operator";

/** An organization with many more records, and none that the other one has. */
const large = () => ({
	...acme({ invoices: payableInvoices(600), apiKeys: [] }),
	org: { id: "large", name: "Large" },
});

async function unitsOf(act: (table: typeof world.table) => Promise<unknown>) {
	const { meter } = world.gateway;
	meter.reset();
	await act(world.connect(accessKeyId));
	const { operations, readUnits } = meter.read(accessKeyId);
	return { operations: operations.toSorted(), readUnits };
}

describe("contract 5: reads of one organization do not depend on another's size", () => {
	it.each<[string, (table: typeof world.table) => Promise<unknown>]>([
		["export", (table) => exportOrganization(table, "acme")],
		["compare", (table) => differences(table, table)],
	])("%s", async (_, act) => {
		const alone = await unitsOf(act);
		await world.import(large());
		expect(await unitsOf(act)).toEqual(alone);
		expect(alone.operations).not.toContain("Scan");
	});
});

async function differences(from: typeof world.table, to: typeof world.table) {
	const found = [];
	const comparison = { organizationId: "acme", from, to, now: testNow };
	for await (const one of compareOrganization(comparison)) found.push(one);
	return found;
}

describe("contract 5: org compare", () => {
	it("lists what a restored table has lost, of every kind", async () => {
		await using restored = await openWorld();
		await world.import({
			org: { id: "acme" },
			invoices: [{ slug: "inv-2", state: "APPROVED", amount: 5 }],
			apiKeys: [],
		});
		await copyTo(restored);
		expect(await differences(world.table, restored.table)).toEqual([]);

		const { table } = world;
		await world.import(later);
		await createKey(table, newKey);
		const advance = { amount: 10, vendorId: "v-1" };
		const raised = await world.post(advancePath, advance);
		expect(raised).toMatchObject({ status: 200 });
		const { paymentRequestId } = raised.body.data;
		const batch = await startBatch(world, resourcesOf(batchMin));
		await beginAudit(table, audit);
		await revokeKey(table, "acme", toApiKeyId(toSecretHash(testKey)));
		await restored.import({
			org: { id: "acme" },
			vendors: [{ id: "v-9", name: "New" }],
		});
		const found = await differences(table, restored.table);
		expect(
			found.map(({ list, id, difference }) => `${difference} ${list} ${id}`),
		).toEqual([
			"CHANGED org acme",
			"MISSING users u-9",
			expect.stringMatching(/^(MISSING|CHANGED) apiKeys key_/),
			expect.stringMatching(/^(MISSING|CHANGED) apiKeys key_/),
			"MISSING vendors v-2",
			"MISSING gstTaxes 9",
			"MISSING tdsTaxes 9",
			"MISSING tags late",
			"MISSING skus LATE",
			"MISSING purchaseOrders po-2",
			"CHANGED invoices inv-2",
			"MISSING invoices inv-9",
			"MISSING advances adv-9",
			`MISSING paymentRequests ${paymentRequestId}`,
			`MISSING batches ${batch}`,
			`MISSING audit ${audit.id}`,
		]);
		expect(found).toContainEqual(
			expect.objectContaining({
				difference: "CHANGED",
				properties: ["revoked"],
			}),
		);
	});

	it("names the payments that are lost, and those of a lost invoice", async () => {
		await world.import({
			org: { id: "acme" },
			apiKeys: acme().apiKeys,
			invoices: [{ slug: "inv-2", state: "APPROVED", amount: 5 }],
		});
		await pay(world, [{ slug: "inv-2", amount: 0.1, utr: "UTR0" }]);
		await using restored = await openWorld();
		await copyTo(restored);
		const sent = await pay(world, [
			{ slug: "inv-2", amount: 0.3, utr: "UTR1" },
		]);
		expect(sent).toMatchObject({ status: 200 });
		const [found, ...others] = await differences(world.table, restored.table);
		expect(others).toEqual([]);
		expect(found).toMatchObject({
			list: "invoices",
			id: "inv-2",
			difference: "CHANGED",
			payments: [{ utr: "UTR1", idempotencyKey: expect.any(String) }],
		});
		expect(toExactJson(found)).toContain('"amount":0.3');

		await copyTo(restored);
		expect(await differences(world.table, restored.table)).toEqual([]);
		const paymentId = String(found?.payments?.[0]?.id);
		await reverse(world, { slug: "inv-2", paymentId });
		expect(await differences(world.table, restored.table)).toMatchObject([
			{
				id: "inv-2",
				difference: "CHANGED",
				payments: [{ utr: "UTR1", reversalReason: "Wrong invoice" }],
			},
		]);
		await deleteItem(restored, invoiceKey("acme", "inv-2"));
		expect(await differences(world.table, restored.table)).toMatchObject([
			{
				id: "inv-2",
				difference: "MISSING",
				payments: [{ utr: "UTR0" }, { utr: "UTR1" }],
			},
		]);
	});

	it("shows what only the other record has", async () => {
		await world.import({
			org: { id: "acme" },
			invoices: [{ slug: "inv-2", state: "APPROVED", amount: 5 }],
		});
		await using restored = await openWorld();
		await copyTo(restored);
		const invoice = { organizationId: "acme", slug: "inv-2" };
		const lock = { milliseconds: 60_000, now: testNow };
		await lockInvoice(restored.table, invoice, lock);
		expect(await differences(world.table, restored.table)).toEqual([
			{
				list: "invoices",
				id: "inv-2",
				difference: "CHANGED",
				properties: ["lock"],
			},
		]);
	});
});

async function copyTo({ table }: World) {
	for (const Item of (await tableContents(world)).values())
		await table.documents.send(new PutCommand({ TableName: table.name, Item }));
}

const newKey = {
	organizationId: "acme",
	userId: "u-admin",
	permissions: ["invoices:read" as const],
	name: "Late",
	expiresAt: null,
	secret: "pk_late-late-late",
	now: testNow,
};

const advancePath = "/v1.0/payment/request/vendor-advance";

const audit = {
	id: "01M8",
	organizationId: "acme",
	at: testNow.toISOString(),
	by: "operator",
	command: "import",
	arguments: [],
	fileDigest: null,
};

/** What was stored after the instant of the restore. */
const later: OrganizationFile = {
	org: { id: "acme", name: "Renamed" },
	users: [{ id: "u-9", name: "Nine", role: "ADMIN" }],
	vendors: [{ id: "v-2", name: "Two" }],
	gstTaxes: [{ id: 9, name: "GST", rate: 1, rateType: "PERCENTAGE" }],
	tdsTaxes: [{ id: 9, name: "TDS", rate: 1, rateType: "PERCENTAGE" }],
	tags: [{ slug: "late", name: "Late", type: "VARCHAR" }],
	skus: [{ name: "Late", itemCode: "LATE" }],
	purchaseOrders: [
		{ id: "po-2", poNumber: "2", vendorId: "v-1", state: "DRAFTED", amount: 1 },
	],
	invoices: [
		{ slug: "inv-2", state: "APPROVED", amount: 6 },
		{ slug: "inv-9", state: "APPROVED", amount: 1 },
	],
	advances: [{ id: "adv-9", vendorId: "v-1", state: "APPROVED" }],
};
