import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import {
	apiKeyKey,
	invoiceKey,
	type Key,
	paymentRequestKey,
	purchaseOrderKey,
	skuByCodeKey,
	vendorKey,
} from "../../../shared/dynamodb/keys.ts";
import { toSecretHash } from "../../../shared/organizations/api-keys/secret-hash.ts";
import {
	lockInvoice,
	unlockInvoice,
} from "../../../tools/operator/invoices/lock-invoice.ts";
import { toImportDigest } from "../../../tools/organization-files/import/file-entry.ts";
import { acme } from "../../support/acme.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { testKey } from "../../support/world.ts";
import { exported } from "../operator/exported.ts";
import { contractExample } from "./contract-example.ts";

const world = useWorld();

/** A change by someone else than an import, as a patch over the API makes it. */
async function patch({ pk, sk }: Key, changes: Record<string, unknown>) {
	const names = Object.keys(changes);
	await world.table.documents.send(
		new UpdateCommand({
			TableName: world.table.name,
			Key: { pk, sk },
			UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
			ExpressionAttributeNames: Object.fromEntries(
				names.map((name) => [`#${name}`, name]),
			),
			ExpressionAttributeValues: Object.fromEntries(
				names.map((name) => [`:${name}`, changes[name]]),
			),
		}),
	);
}

const invoice = (more: object = {}) => ({
	slug: "inv-1",
	state: "DRAFTED",
	amount: 1000,
	...more,
});
const order = (more: object = {}) => ({
	id: "po-1",
	poNumber: "PO-1",
	state: "DRAFTED" as const,
	amount: 5,
	...more,
});

describe("contract 2: an entry that is the same as when it was last imported changes nothing", () => {
	it("of any kind: no record changed meanwhile is changed back", async () => {
		const file = contractExample();
		await world.import(file);
		await patch(invoiceKey("acme", "inv-1"), {
			state: "VOID",
			amount: 7,
			due: 7,
		});
		await patch(purchaseOrderKey("acme", "po-1"), {
			state: "DRAFTED",
			poNumber: "X",
		});
		await patch(vendorKey("acme", "v-1"), { name: "Renamed" });
		await patch(skuByCodeKey("acme", "ROD-1"), { unit: "t" });
		await patch(paymentRequestKey("acme", "adv-1"), { vendorId: "v-2" });
		await patch(apiKeyKey(toSecretHash(testKey)), {
			permissions: ["vendors:read"],
		});
		const before = await tableContents(world);
		await world.import(file);
		expect(await tableContents(world)).toEqual(before);
	});

	it("a lock that was released meanwhile is not taken again", async () => {
		const lock = { holder: "web", expiresAt: "2030-01-01T00:00:00Z" };
		const file = acme({ invoices: [invoice({ state: "APPROVED", lock })] });
		await world.import(file);
		await unlockInvoice(
			world.table,
			{ organizationId: "acme", slug: "inv-1" },
			world.time.now,
		);
		await world.import(file);
		expect((await pay(world, [{ slug: "inv-1", amount: 1 }])).status).toBe(200);
	});

	it("with any order of its properties", async () => {
		await world.import(acme({ invoices: [invoice()] }));
		const before = await tableContents(world);
		const { slug, ...rest } = invoice();
		await world.import(acme({ invoices: [{ ...rest, slug }] }));
		expect(await tableContents(world)).toEqual(before);
	});

	it("an entry that has changed replaces what it describes, whatever changed meanwhile", async () => {
		await world.import(acme({ invoices: [invoice()] }));
		await patch(invoiceKey("acme", "inv-1"), {
			state: "APPROVED",
			amount: 7,
			due: 7,
		});
		await pay(world, [{ slug: "inv-1", amount: 2 }]);
		await world.import(acme({ invoices: [invoice({ vendorId: "v-1" })] }));
		const { invoices } = await exported(world);
		expect(invoices[0]).toMatchObject({
			...invoice({ vendorId: "v-1" }),
			due: 998,
		});
	});

	it("counts from the last import, not from any before it", async () => {
		const orders = (more: object) =>
			world.import(acme({ purchaseOrders: [order(more)] }));
		await orders({ amount: 5 });
		await orders({ amount: 6 });
		await orders({ amount: 5 });
		const { purchaseOrders } = await exported(world);
		expect(purchaseOrders[0].amount).toBe(5);
	});

	it("a record that was changed elsewhere keeps that change when another entry of the file is new", async () => {
		await world.import(acme({ invoices: [invoice()] }));
		await patch(invoiceKey("acme", "inv-1"), { state: "APPROVED" });
		await world.import(
			acme({ invoices: [invoice(), invoice({ slug: "inv-2" })] }),
		);
		const { invoices } = await exported(world);
		expect(invoices).toMatchObject([
			{ slug: "inv-1", state: "APPROVED" },
			{ slug: "inv-2", state: "DRAFTED" },
		]);
	});

	it("a link that an interrupted import did not set is set by the next import", async () => {
		const file = acme({
			purchaseOrders: [order({ vendorId: "v-1" })],
			advances: [
				{
					id: "adv-1",
					vendorId: "v-1",
					state: "PENDING",
					purchaseOrderLinkId: "po-1",
				},
			],
		});
		await world.import(file);
		const before = await tableContents(world);
		await patch(purchaseOrderKey("acme", "po-1"), { link: null });
		await world.import(file);
		const {
			version: _,
			updatedAt: __,
			updatedBy: ___,
			...after
		} = (await tableContents(world)).get("ORG#acme#PO#po-1 PO") ?? {};
		expect(before.get("ORG#acme#PO#po-1 PO")).toMatchObject(after);
	});
});

describe("contract 2: properties beyond the example, absent, leave what is there", () => {
	const vendor = { id: "v-1", name: "Steel" };
	const user = { id: "u-admin", name: "Admin", role: "ADMIN" as const };
	const gstin = "27AAPFU0939F1ZV";
	const email = "a@b.example";

	it("of users and vendors", async () => {
		await world.import({
			...acme({ vendors: [{ ...vendor, gstin, email }] }),
			users: [{ ...user, email }],
		});
		await world.import({
			...acme({ vendors: [{ ...vendor, name: "Iron" }] }),
			users: [{ ...user, name: "Boss" }],
		});
		const { users, vendors } = await exported(world);
		expect(users).toMatchObject([{ name: "Boss", email }]);
		expect(vendors).toMatchObject([{ name: "Iron", gstin, email }]);
		await world.import(
			acme({ vendors: [{ ...vendor, email: "c@d.example" }] }),
		);
		expect((await exported(world)).vendors).toMatchObject([
			{ name: "Steel", gstin, email: "c@d.example" },
		]);
	});

	it("an export leaves out those that are not there", async () => {
		await world.import(acme({ vendors: [vendor] }));
		const { users, vendors } = await exported(world);
		expect(users[0]).not.toHaveProperty("email");
		expect(vendors[0]).not.toHaveProperty("email");
		expect(vendors[0]).not.toHaveProperty("gstin");
	});
});

it("contract 2: a digest tells entries apart, at any depth", () => {
	const digests = [
		{ a: 1 },
		{ a: "1" },
		{ a: [1] },
		{ a: { b: 1, c: [{ d: 2 }] } },
		{ a: { b: 1, c: [{ d: 3 }] } },
		{ a: null },
		{},
	].map(toImportDigest);
	expect(new Set(digests).size).toBe(digests.length);
	expect(toImportDigest({ a: { b: 1, c: 2 } })).toBe(
		toImportDigest({ a: { c: 2, b: 1 } }),
	);
});

it("contract 4: a lock by the operator is a change that no user made", async () => {
	await world.import(acme({ invoices: [invoice({ state: "APPROVED" })] }));
	await pay(world, [{ slug: "inv-1", amount: 1 }]);
	const updatedBy = async () => (await exported(world)).invoices[0].updatedBy;
	expect(await updatedBy()).toMatchObject({ userId: "u-admin" });
	passSeconds(world, 0.001);
	await lockInvoice(
		world.table,
		{ organizationId: "acme", slug: "inv-1" },
		{ milliseconds: 1, now: world.time.now },
	);
	expect(await updatedBy()).toBeNull();
});
