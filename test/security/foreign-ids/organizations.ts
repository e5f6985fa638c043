import { acmeWithAdvances } from "../../functions/vendor-advance/advances.ts";
import { payableInvoices } from "../../support/acme.ts";
import { startBatch, workOff } from "../../support/batches.ts";
import { pay } from "../../support/pay.ts";
import { tableContents } from "../../support/table-contents.ts";
import type { World } from "../../support/world.ts";
import { type OwnRecords, orders } from "./id-field.ts";
import { plainOrder } from "./order-fields.ts";
import { ownBatchSize, pages } from "./read-fields.ts";

/** The API key of the organization that asks, globex; the other one, acme, has the key that tests send by default. */
export const ownKey = "globex-key";
/** In every name and text of the other organization's records. */
export const canary = "Canary";

/** Imports both organizations and creates what files cannot have: of the other one, at least two records for each list. */
export async function createOrganizations(world: World) {
	await world.import(foreignFile());
	await world.import(ownFile());
	const foreignBatch = await createForeignRecords(world);
	const request = await raiseAdvance(world, "foreign-key");
	const own = await createOwnRecords(world);
	const made: Record<string, string> = {
		paymentRequest: request.body.data.paymentRequestId,
		batch: foreignBatch,
		payment: `${foreignBatch}-0`,
	};
	const foreign: OwnRecords = {
		poId: "foreign-order",
		batch: foreignBatch,
		paymentRequest: request.body.data.paymentRequestId,
		returnedRequest: "",
	};
	for (const { path, toUrl } of pages) {
		const page = await world.send("GET", toUrl(foreign));
		made[`cursor of ${path}`] = page.body.data.nextCursor;
	}
	return { made, own, foreign };
}

async function createForeignRecords(world: World) {
	await world.post("/v1.0/inventory/skus/bulk", {
		skus: [
			{ name: "foreign sku", itemCode: "FOREIGN-1", unit: canary },
			{ name: `${canary} sku` },
		],
	});
	await raiseAdvance(world, "second-key");
	for (const idempotencyKey of ["foreign-key", "second-key"])
		await pay(
			world,
			["inv-0", "inv-2"].map((slug) => ({
				slug,
				amount: 1,
				narration: canary,
			})),
			{ idempotencyKey },
		);
	await startBatch(world, small(ownBatchSize));
	await workOff(world);
	const batch = await startBatch(world, small(2 * ownBatchSize));
	await workOff(world);
	return batch;
}

async function createOwnRecords(world: World): Promise<OwnRecords> {
	const options = { key: ownKey };
	await pay(world, [{ slug: "inv-2", amount: 1 }], options);
	const { body } = await pay(world, small(ownBatchSize), options);
	await workOff(world);
	const order = await world.post(orders, plainOrder, options);
	return {
		poId: order.body.data.poId,
		batch: body.data.bulkActionSlug,
		paymentRequest: await raiseOwn(world),
		returnedRequest: await raiseOwn(world, {
			decision: "RETURN",
			note: "Why?",
		}),
	};
}

/** Raises an advance that waits for approval, and decides it. */
async function raiseOwn(world: World, decision?: object): Promise<string> {
	const options = { key: ownKey };
	const advance = { amount: 100_000, vendorId: "v-1" };
	const path = "/v1.0/payment/request";
	const { body } = await world.post(`${path}/vendor-advance`, advance, options);
	const { paymentRequestId } = body.data;
	if (decision)
		await world.post(
			`${path}/${paymentRequestId}/decision`,
			{ stage: 0, round: 1, ...decision },
			options,
		);
	return paymentRequestId;
}

const small = (count: number) =>
	Array.from({ length: count }, () => ({ slug: "inv-2", amount: 0.01 }));

const raiseAdvance = (world: World, idempotencyKey: string) =>
	world.post(
		"/v1.0/payment/request/vendor-advance",
		{ amount: 10, vendorId: "foreign-vendor", narration: canary },
		{ idempotencyKey },
	);

/** Every item of an organization, wherever it is stored, its idempotency claims too. */
export const itemsOf = async (world: World, organizationId: string) =>
	[...(await tableContents(world, { withClaims: true }))].filter(
		([key, item]) =>
			item.organizationId === organizationId || key.includes(organizationId),
	);

function foreignFile() {
	const file = acmeWithAdvances();
	const tax = { rate: 18, rateType: "PERCENTAGE" as const };
	return {
		...file,
		org: { ...file.org, name: canary },
		vendors: ["foreign-vendor", "second-vendor"].map((id) => ({
			id,
			name: `${canary} Traders`,
		})),
		entities: [901, 911].map((id) => ({ id, name: canary })),
		gstTaxes: [902, 912].map((id) => ({ id, name: canary, ...tax })),
		tdsTaxes: [903, 913].map((id) => ({ id, name: canary, ...tax })),
		tags: [
			{ slug: "foreign-tag", name: canary, type: "VARCHAR" as const },
			{
				slug: "cost-centre",
				name: canary,
				type: "DROPDOWN" as const,
				options: [{ id: 904, name: canary }],
			},
		],
		purchaseOrders: ["foreign-order", "second-order"].map((id) => ({
			id,
			poNumber: "FOREIGN-PO",
			vendorId: "foreign-vendor",
			state: "APPROVED" as const,
			amount: 1e6,
		})),
		advances: [],
		users: [
			...(file.users ?? []),
			{ id: "foreign-user", name: canary, role: "MEMBER" as const },
		],
		approvalPolicies: [
			{
				name: canary,
				stages: [{ approvers: ["u-admin", "foreign-user"] }],
			},
		],
		invoices: payableInvoices(3).map((invoice) => ({
			...invoice,
			vendorId: "foreign-vendor",
			invoiceNumber: `FOREIGN-${invoice.slug}`,
			description: canary,
		})),
	};
}

function ownFile() {
	const file = acmeWithAdvances();
	return {
		...file,
		org: { ...file.org, id: "globex" },
		advances: [],
		apiKeys: file.apiKeys.map((apiKey) => ({ ...apiKey, key: ownKey })),
		invoices: payableInvoices(3).slice(2),
	};
}
