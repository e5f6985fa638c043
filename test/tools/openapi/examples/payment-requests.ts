import { prepareOrder } from "./purchase-orders.ts";
import type { ExampleRequest, RecordExamples, Recording } from "./recording.ts";

const advances = {
	method: "POST",
	url: "/v1.0/payment/request/vendor-advance",
	minute: 20,
} as const;

const advance = { amount: 1_000, vendorId: "v-steel" };
const idempotencyKey = "5f0c3a52-advance";

const newAdvance = async (recording: Recording): Promise<ExampleRequest> => ({
	...advances,
	body: {
		...advance,
		gstId: 1,
		gstAmount: 180,
		purchaseOrderLinkId: await prepareOrder(recording),
		narration: "Advance for steel",
	},
	idempotencyKey,
});

async function prepareAdvance(recording: Recording): Promise<string> {
	const request = await newAdvance(recording);
	const { paymentRequestId } = await recording.prepare(request);
	return paymentRequestId;
}

export const paymentRequestExamples = {
	async createVendorAdvance(recording) {
		const request = await newAdvance(recording);
		const { example } = recording;
		await example("created", "Linked to an order, with GST", request);
		await example("repeated", "A repeated idempotency key", {
			...advances,
			body: advance,
			idempotencyKey,
		});
		await example("mismatch", "Another GST amount than the computed one", {
			...advances,
			body: { ...advance, gstId: 1, gstAmount: 18 },
		});
	},
	async listPaymentRequests(recording) {
		await prepareAdvance(recording);
		const url = "/v1.0/payment/request";
		await recording.example("found", "One advance", { url });
	},
	async getPaymentRequest(recording) {
		const id = await prepareAdvance(recording);
		await recording.example("found", "An approved advance", {
			url: `/v1.0/payment/request/${id}`,
		});
	},
} satisfies { [operationId: string]: RecordExamples };
