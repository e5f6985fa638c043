import { randomUUID } from "node:crypto";
import {
	createPaymentRun,
	createPurchaseOrder,
	createSkus,
	createVendorAdvance,
	listInvoicePayments,
	markAsPaid,
} from "../../../shared/endpoints/endpoints.ts";
import type { RecordKind } from "../../../tools/exhibits/names.ts";
import { batchSize } from "../../../tools/exhibits/payments/run-batch.ts";
import { orderBody } from "../../../tools/exhibits/purchase-orders/order-body.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { workOff } from "../../support/batches.ts";
import { demoWorld } from "../../support/demo.ts";
import { demoOrganization } from "../../support/demo-organization.ts";
import { deliverToPublisher } from "../../support/notify.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { recordsOf } from "../../support/stream-records.ts";
import { tableContents } from "../../support/table-contents.ts";
import { testKey, type World } from "../../support/world.ts";

/** Records of one of the two organizations, by what names them. */
export type Ids = Readonly<Record<RecordKind, string | number>>;

/** In every name and text of the other organization's records. */
export const canary = "Canary";

interface Side {
	organizationId: string;
	key: string;
	/** The ids of what it alone has begin with it. */
	prefix: string;
	/** Ids that are numbers. */
	number: number;
	/** In its names and texts. */
	text: string;
}

/** The organization that asks. */
export const own: Side = {
	...{ organizationId: "globex", key: "globex-key" },
	...{ prefix: "own", number: 801, text: "Own" },
};
/** The other one, whose key tests send by default. */
export const foreign: Side = {
	...{ organizationId: "acme", key: testKey },
	...{ prefix: "foreign", number: 901, text: canary },
};

let asked = 0;

/** Ids that no organization has; new ones each time, since a request may create what they name. */
export function unknownIds(): Ids {
	asked += 1;
	const text = (kind: string) => `unknown-${kind}-${asked}`;
	const number = 10_000 + asked;
	const ulid = `01M7Y0C0S90BM67ASB78D${number}`;
	return {
		batch: ulid,
		entity: number,
		externalId: text("external"),
		gstTax: number,
		idempotencyKey: text("key"),
		invoice: text("invoice"),
		invoiceNumber: text("number"),
		payment: `${ulid}-0`,
		paymentRequest: ulid,
		paymentRun: ulid,
		poNumber: text("po"),
		purchaseOrder: text("order"),
		skuCode: text("code"),
		skuName: text("sku"),
		tag: text("tag"),
		tagOption: number,
		tdsTax: number,
		user: text("user"),
		vendor: text("vendor"),
	};
}

/** Imports and fills both. They have all records of the demo organization under the same ids, and further ones. */
export async function createOrganizations(world: World) {
	await world.import(organization(foreign));
	const foreignIds = await createAnnouncedRecords(world, foreign);
	// No record of one is equal to one of the other, if only in its time.
	passSeconds(world, 60);
	await world.import(organization(own));
	return { foreignIds, ownIds: await createAnnouncedRecords(world, own) };
}

/** The event feed has what is announced of the records. */
async function createAnnouncedRecords(world: World, side: Side): Promise<Ids> {
	const created: Ids[] = [];
	const records = await recordsOf(world, async () => {
		created.push(await createRecords(world, side));
	});
	await deliverToPublisher(world, records, { hasFeed: true });
	const [ids] = created;
	if (!ids) throw new Error("No records were created");
	return ids;
}

/** The demo organization with a text before each of its names, and more records, of each kind. */
function organization({
	organizationId,
	key,
	prefix,
	number,
	text,
}: Side): OrganizationFile {
	const demo: OrganizationFile = JSON.parse(
		JSON.stringify(demoOrganization(), (name, value) =>
			name === "name" ? `${text} ${value}` : value,
		),
	);
	const [admin] = demo.apiKeys ?? [];
	if (!admin) throw new Error("The demo organization has no API key");
	const { org, vendors = [], users = [], entities = [], tags = [] } = demo;
	const { gstTaxes = [], tdsTaxes = [], purchaseOrders = [] } = demo;
	const { invoices = [], approvalPolicies = [] } = demo;
	const tax = { name: text, rate: 18, rateType: "PERCENTAGE" as const };
	return {
		...demo,
		org: { ...org, id: organizationId },
		apiKeys: [{ ...admin, key }],
		vendors: [...vendors, { id: `${prefix}-vendor`, name: text }],
		users: [...users, { id: `${prefix}-user`, name: text, role: "MEMBER" }],
		entities: [...entities, { id: number, name: text }],
		gstTaxes: [...gstTaxes, { id: number, ...tax }],
		tdsTaxes: [...tdsTaxes, { id: number, ...tax, rate: 10 }],
		tags: [
			...tags.map((tag) =>
				tag.slug === "cost-centre"
					? {
							...tag,
							options: [...(tag.options ?? []), { id: number, name: text }],
						}
					: tag,
			),
			{ slug: `${prefix}-tag`, name: text, type: "VARCHAR" },
		],
		purchaseOrders: [
			...purchaseOrders,
			{
				id: `${prefix}-order`,
				poNumber: `${prefix}-po`,
				vendorId: `${prefix}-vendor`,
				state: "APPROVED",
				amount: 1e6,
			},
		],
		invoices: [
			...invoices.map((invoice) => ({ ...invoice, description: text })),
			...["v-steel", `${prefix}-vendor`].map((vendorId, index) => ({
				slug: index === 0 ? `${prefix}-invoice` : `${prefix}-invoice-2`,
				vendorId,
				invoiceNumber: `${prefix}-number`,
				description: text,
				state: "APPROVED",
				amount: 1_000,
			})),
		],
		approvalPolicies: [
			{
				name: text,
				// Exhibits raise advances for this vendor.
				when: { vendorIds: [`${prefix}-vendor`, "v-cloud"] },
				stages: [{ approvers: ["u-admin", `${prefix}-user`] }],
				selfApproval: true,
			},
			...approvalPolicies,
		],
	};
}

/** Creates what files cannot have, and at least two records for each list. */
async function createRecords(
	world: World,
	{ key, prefix, number, text }: Side,
): Promise<Ids> {
	const service = demoWorld(world, { key });
	const skus = [{ name: `${prefix} sku`, itemCode: `${prefix}-code` }];
	await service.send(createSkus, { body: { skus } });
	const idempotencyKey = `${prefix}-key`;
	const body = { vendorId: `${prefix}-vendor`, amount: 1_000 };
	const raised = await service.send(createVendorAdvance, {
		body,
		idempotencyKey,
	});
	await service.send(createVendorAdvance, { body });
	await service.send(markAsPaid, { body: payments(1, text), idempotencyKey });
	await service.send(markAsPaid, { body: payments(1, text) });
	const { items } = await service.send(listInvoicePayments, {
		path: { id: "inv-1001" },
	});
	const runBatch = async (size: number) => {
		const batch = { body: payments(size, text) };
		const { bulkActionSlug } = await service.send(markAsPaid, batch);
		await workOff(world);
		return bulkActionSlug;
	};
	await runBatch(batchSize);
	const createRun = async () => {
		const resources = resourcesOf(batchSize, text).map((one, index) => ({
			...one,
			slug: `inv-${index}`,
		}));
		const run = { name: text, resources };
		const body = { ...run, resourceType: "INVOICE", repeatOf: randomUUID() };
		return (await service.send(createPaymentRun, { body })).runId;
	};
	await createRun();
	const externalId = `${prefix}-external`;
	const order = { poNumber: `${prefix}-po`, externalId, ...orderBody };
	await service.send(createPurchaseOrder, { body: order });
	return {
		// The foreign batch has more positions than the own one.
		batch: await runBatch(text === canary ? 2 * batchSize : batchSize),
		entity: number,
		externalId,
		gstTax: number,
		idempotencyKey,
		invoice: `${prefix}-invoice`,
		invoiceNumber: `${prefix}-number`,
		payment: items[0]?.id ?? "",
		paymentRequest: raised.paymentRequestId,
		paymentRun: await createRun(),
		poNumber: `${prefix}-po`,
		purchaseOrder: `${prefix}-order`,
		skuCode: `${prefix}-code`,
		skuName: `${prefix} sku`,
		tag: `${prefix}-tag`,
		tagOption: number,
		tdsTax: number,
		user: `${prefix}-user`,
		vendor: `${prefix}-vendor`,
	};
}

const payments = (count: number, narration: string) => ({
	resourceType: "INVOICE",
	resources: resourcesOf(count, narration),
});

const resourcesOf = (count: number, narration: string) =>
	Array.from({ length: count }, () => ({
		slug: "inv-1001",
		amount: 0.01,
		narration,
	}));

/** Every item of an organization, wherever it is stored, its idempotency claims too. */
export const itemsOf = async (world: World, organizationId: string) =>
	[...(await tableContents(world, { withClaims: true }))].filter(
		([key, item]) =>
			item.organizationId === organizationId || key.includes(organizationId),
	);
