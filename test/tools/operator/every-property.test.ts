import { expect, it } from "vitest";
import {
	invoiceRecordSchema,
	paymentRecordSchema,
} from "../../../shared/invoices/invoice-record-schema.ts";
import { keyRecordSchema } from "../../../shared/organizations/api-keys/key-record-schema.ts";
import { permissions } from "../../../shared/organizations/organization.ts";
import {
	entityRecordSchema,
	organizationRecordSchema,
	tagRecordSchema,
	taxRecordSchema,
} from "../../../shared/organizations/organization-record-schemas.ts";
import {
	historyEntrySchema,
	paymentRequestRecordSchema,
} from "../../../shared/payment-requests/payment-request-record-schema.ts";
import { purchaseOrderRecordSchema } from "../../../shared/purchase-orders/purchase-order-record-schema.ts";
import { skuRecordSchema } from "../../../shared/skus/sku-record-schema.ts";
import { vendorRecordSchema } from "../../../shared/vendors/vendor-record-schema.ts";
import {
	schema as fileSchema,
	type OrganizationFile,
} from "../../../tools/organization-files/schema.ts";
import {
	decide,
	giveBack,
	raised,
	resubmit,
} from "../../functions/advance-workflow/workflow.ts";
import { scannedOnce } from "../../reliability/snapshot.ts";
import { pay } from "../../support/pay.ts";
import { paymentsOf, reverse } from "../../support/reversals.ts";
import { completeSku } from "../../support/skus.ts";
import { useWorld } from "../../support/use-world.ts";
import { testKey } from "../../support/world.ts";
import { contractExample } from "../organization-files/contract-example.ts";
import { exported } from "./exported.ts";
import { type Any, pruned, unset } from "./schema-properties.ts";

const gstin = "27AAPFU0939F1ZV";
const expiresAt = "2030-01-01T00:00:00Z";

/** An organization file in which each property has a value. */
function completeFile(): OrganizationFile {
	const example = contractExample();
	const key = (secret: string, userId: string) => ({
		...{ key: secret, name: `Key of ${userId}`, userId, expiresAt },
		...{ permissions: [...permissions], revoked: false },
	});
	const member = { name: "CFO", role: "MEMBER" as const, active: true };
	return {
		...example,
		org: { ...example.org, secondPersonFrom: 0.5 },
		skus: [completeSku],
		users: [
			...(example.users ?? []),
			{
				...{ id: "u-cfo", email: "cfo@acme.example", ...member },
				permissions: [...permissions],
			},
		],
		apiKeys: [key(testKey, "u-admin"), key("cfo-key", "u-cfo")],
		vendors: [
			{ id: "v-1", name: "Steel", gstin, email: "office@steel.example" },
		],
		purchaseOrders: [
			...(example.purchaseOrders ?? []),
			{
				id: "po-2",
				poNumber: "PO-2",
				vendorId: "v-1",
				state: "APPROVED",
				amount: 1_000,
			},
		],
		invoices: [
			{ slug: "inv-2", state: "APPROVED", amount: 100 },
			{
				...{ slug: "inv-1", vendorId: "v-1", state: "APPROVED" },
				...{ amount: 1_000, due: 900, currency: "USD" },
				...{ invoiceDate: "2026-11-01", dueDate: "2026-12-01" },
				...{ invoiceNumber: "ST/17", description: "Steel rods" },
				...{
					platformPaymentInFlight: true,
					lock: { holder: "web", expiresAt },
				},
			},
		],
		submissionPolicies: [
			{
				...{ minAmount: 50_000, maxAmount: 60_000 },
				requiredFields: [{ slug: "cost-centre", kind: "TAG" }],
			},
		],
		approvalPolicies: [
			{
				...{ name: "All", default: true, selfApproval: true },
				when: {
					...{ minAmount: 1, maxAmount: 1e6, vendorIds: ["v-1"] },
					...{ tags: { "cost-centre": [7] }, purchaseOrder: "LINKED" },
				},
				stages: [{ approvers: ["u-cfo"], requires: "ANY" }],
			},
		],
	};
}

const tags = { "cost-centre": { value: 7 }, project: { value: "Bridge" } };
const order = {
	...{ poNumber: "PO-7", poType: "GOODS", matchingType: "TWO_WAY" },
	...{ poDate: "2026-11-21", gstin, vendorId: "v-1", currency: "INR" },
	...{ description: "Rods", paymentTerms: "30 days", state: "DRAFTED", tags },
	...{ deliveryDate: "2026-12-01", termsAndConditions: "Ours" },
	...{ additionalNotes: "Soon", externalId: "ERP-7" },
	lineItems: [
		{
			...{ identifier: "one", quantity: 2, rate: 100, tags },
			...{ skuCode: "ROD-1", skuName: "Steel rod" },
			...{ taxId: 1, taxAmount: 36 },
		},
	],
};
const advance = {
	...{ amount: 100, vendorId: "v-1", currency: "INR", narration: "Half", tags },
	...{ gstId: 1, gstAmount: 18, tdsId: 1, tdsAmount: 10 },
	...{ orgEntity: 11, purchaseOrderLinkId: "po-2" },
};
const payment = {
	...{ slug: "inv-2", utr: "U1", narration: "Half", paymentDate: "2026-11-20" },
	amount: 40,
};

const world = useWorld();

/** Creates a record of each kind that the API can create, some with what a file cannot describe. */
async function createOthers() {
	const created = { vendorId: "v-2", name: "Paper" };
	const invoice = { vendorId: "v-1", invoiceNumber: "ST/18", amount: 1 };
	const approved = { invoiceDate: "2026-11-20", state: "APPROVED" };
	const invoices = [{ ...invoice, ...approved }];
	const posted: [path: string, body: object][] = [
		["/v1.0/procurement/purchase-order", order],
		["/v1.0/inventory/skus/bulk", { skus: [{ name: "Bolt" }] }],
		["/v1.0/vendor", created],
		["/v1.0/invoice/bulk", { invoices }],
	];
	for (const [path, body] of posted)
		expect(await world.post(path, body)).toMatchObject({ status: 200 });
	await pay(world, [payment, { ...payment, utr: "U2" }]);
	const [{ id: paymentId }] = await paymentsOf(world, "inv-2");
	await reverse(world, { slug: "inv-2", paymentId });
	const id = await raised(world, advance);
	const by = "cfo-key";
	await decide(world, id, by, { body: giveBack });
	const again = { ...advance, amount: 200, gstAmount: 36, tdsAmount: 20 };
	expect(await resubmit(world, id, { body: again })).toMatchObject({
		status: 200,
	});
	const approve = { round: 2, note: "Fine" };
	expect(await decide(world, id, by, { body: approve })).toMatchObject({
		status: 200,
	});
}

/** Changes of a record are not imported. */
const changes = ["createdBy", "updatedBy", "version"];

/** Where the API shows each kind of record, and which properties no organization file has. */
const kinds: [path: string, schema: Any, notInFile: string[]][] = [
	["/v1.0/organization", organizationRecordSchema, ["id"]],
	["/v1.0/organization/entities", entityRecordSchema, []],
	["/v1.0/tax/gst", taxRecordSchema, []],
	["/v1.0/tax/tds", taxRecordSchema, []],
	["/v1.0/tag/cost-centre", tagRecordSchema, []],
	["/v1.0/key", keyRecordSchema, ["keyId", "organizationId"]],
	["/v1.0/vendor", vendorRecordSchema, changes],
	["/v1.0/inventory/skus", skuRecordSchema, changes],
	[
		"/v1.0/invoice",
		invoiceRecordSchema,
		["paid", "updatedAt", "approvedAt", "approvedBy", ...changes],
	],
	[
		"/v1.0/procurement/purchase-order",
		purchaseOrderRecordSchema,
		[
			...["poType", "matchingType", "poDate", "gstin", "description", "tags"],
			...["currency", "paymentTerms", "deliveryDate", "lineItems"],
			...["termsAndConditions", "additionalNotes", "linkedPaymentRequestId"],
			...["externalId", ...changes],
		],
	],
];

async function get(path: string, key = testKey): Promise<Any> {
	const { status, body } = await world.get(path, {}, { key });
	expect({ path, status }).toEqual({ path, status: 200 });
	return body.data;
}

/** The whole records at a path. */
async function read(path: string, key?: string): Promise<Any[]> {
	const data = await get(path, key);
	if (!data.items) return [data];
	if (!path.endsWith("purchase-order")) return data.items;
	const ids = data.items.map(({ poId }: Any) => poId).toSorted();
	return Promise.all(ids.map((id: string) => get(`${path}/${id}`, key)));
}

const without = (names: readonly string[], record: object) =>
	Object.fromEntries(
		Object.entries(record).filter(([name]) => !names.includes(name)),
	);

const bySortedText = (one: object, other: object) =>
	JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;

/** An organization file of what an export says; the secrets of keys are in none. */
function toFile(exportedDocument: Any): OrganizationFile {
	const file = pruned(fileSchema, exportedDocument);
	const apiKeys = file.apiKeys.map((key: Any) => ({
		...key,
		key: `copy of ${key.userId}`,
	}));
	return { ...file, org: { ...file.org, id: "copy" }, apiKeys };
}

it("contract 4: each property of each kind of record is created, exported, imported into another organization and read back", async () => {
	const file = completeFile();
	expect(unset(fileSchema, [file])).toEqual(["/$schema"]);
	await world.import(file);
	await createOthers();
	const copy = toFile(await exported(world));
	await world.import(copy);
	for (const [path, schema, notInFile] of kinds) {
		const records = await read(path);
		expect({ path, unset: unset(schema, records) }).toEqual({
			path,
			unset: [],
		});
		const copied = await read(path, "copy of u-admin");
		// Lists begin with what is newest, which is another in the copy.
		const compared = (some: Any[]) => {
			const kept = some.map((record) => without(notInFile, record));
			return kept.toSorted(bySortedText);
		};
		expect(compared(copied)).toEqual(compared(records));
	}
	expect(pruned(fileSchema, await exported(world, "copy"))).toEqual({
		...copy,
		// In the order of their ids, which are those of other secrets.
		apiKeys: expect.arrayContaining(
			(copy.apiKeys ?? []).map(({ key, ...shown }) => shown),
		),
	});
});

it("reliability: a snapshot of the table, which the invariants read, has the same export", async () => {
	await world.import(completeFile());
	await createOthers();
	const snapshot = await scannedOnce(world.table);
	expect(await exported({ table: snapshot })).toEqual(await exported(world));
});

it("contract 4: records that no organization file has are exported with every property that the API shows", async () => {
	await world.import(completeFile());
	await createOthers();
	const document = await exported(world);
	const orders = await read("/v1.0/procurement/purchase-order");
	const order = orders.find(({ poNumber }) => poNumber === "PO-7");
	const { poId, linkedPaymentRequestId, version, updatedAt, ...ordered } =
		order;
	expect(document.purchaseOrders).toContainEqual({ id: poId, ...ordered });
	const payments = await paymentsOf(world, "inv-2");
	expect(unset(paymentRecordSchema, payments)).toEqual(["/bulkActionSlug"]);
	const invoice = document.invoices.find(({ slug }: Any) => slug === "inv-2");
	expect(invoice.payments.toReversed()).toEqual(
		payments.map(({ bulkActionSlug: batch, ...one }) => ({ ...one, batch })),
	);
	const [exportedRequest] = document.paymentRequests;
	const path = `/v1.0/payment/request/${exportedRequest.id}`;
	const { paymentRequestId: id, ...request } = await get(path);
	const { items: history } = await get(`${path}/history`);
	expect(
		unset(paymentRequestRecordSchema, [
			{ id, paymentRequestId: id, ...request },
		]),
	).toEqual([]);
	expect(unset(historyEntrySchema, history)).toEqual([]);
	expect(exportedRequest).toMatchObject({ id, ...request });
	expect(exportedRequest.history).toMatchObject(history.toReversed());
});
