import type { RecordExamples, Recording } from "./recording.ts";
import { newSkus, newVendor } from "./references.ts";

const path = "/v1.0/procurement/purchase-order";
const orders = { method: "POST", url: path } as const;

const draft = {
	poNumber: "PO-0001",
	poType: "GOODS",
	matchingType: "THREE_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
	lineItems: [
		{
			identifier: "rods",
			quantity: 12.5,
			rate: 80.5,
			skuCode: "ROD-1",
			taxId: 1,
			tags: { "cost-centre": { value: 7 } },
		},
	],
};

const newOrder = {
	...orders,
	body: { ...draft, vendorId: "v-steel", state: "ACTIVE" },
};

const completion = {
	description: "Steel for the new hall",
	paymentTerms: "Net 30",
	state: "ACTIVE",
};

const toCompletion = (poId: string) => ({
	method: "PATCH" as const,
	url: `${path}/${poId}`,
	body: completion,
	headers: { "if-match": '"1"' },
	minute: 10,
});

async function prepareReferences({ prepare }: Recording) {
	await prepare(newSkus);
	await prepare(newVendor);
}

async function prepareDraft(recording: Recording): Promise<string> {
	await prepareReferences(recording);
	const { poId } = await recording.prepare(newOrder);
	return poId;
}

export async function prepareOrder(recording: Recording): Promise<string> {
	const poId = await prepareDraft(recording);
	await recording.prepare(toCompletion(poId));
	return poId;
}

export const purchaseOrderExamples = {
	async createPurchaseOrder(recording) {
		await prepareReferences(recording);
		const { example } = recording;
		await example("warned", "Not complete: created as a draft", newOrder);
		const { poNumber: _, ...incomplete } = draft;
		await example("missing", "A required field is missing", {
			...orders,
			body: incomplete,
		});
		await example("unknownVendor", "No such vendor", {
			...orders,
			body: { ...draft, vendorId: "v-wood" },
		});
	},
	async updatePurchaseOrder(recording) {
		const request = toCompletion(await prepareDraft(recording));
		const { example } = recording;
		await example("activated", "Completed and activated", request);
		await example("changed", "Changed since it was read", request);
		const { headers: _, ...unconditional } = request;
		await example("active", "No draft any more", unconditional);
	},
	async getPurchaseOrder(recording) {
		const poId = await prepareOrder(recording);
		const url = `${path}/${poId}`;
		await recording.example("found", "An active order", { url });
	},
	async listPurchaseOrders(recording) {
		await prepareOrder(recording);
		const url = `${path}?state=APPROVED`;
		await recording.example("found", "The approved orders", { url });
	},
} satisfies { [operationId: string]: RecordExamples };
