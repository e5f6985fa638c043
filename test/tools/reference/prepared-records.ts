import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import { batchMin } from "../../support/batches.ts";
import { transitions } from "../../support/every-endpoint.ts";

/** What a reader fills in to try an operation: parameters, by its `operationId`. */
export type Filled = Record<string, Record<string, string>>;

interface Api {
	call(path: string, init?: RequestInit): Promise<unknown>;
}

/** Creates what the demo organization does not have: a batch, payments, open approvals, attempts under known keys. */
export async function prepareRecords(api: Api): Promise<Filled> {
	await create(api, "paymentRequestId", {
		path: "/v1.0/payment/request/vendor-advance",
		body: advance,
		key: "prepared-advance",
	});
	const bulkActionSlug = await create(api, "bulkActionSlug", {
		path: "/v1.0/payment/mark-as-paid",
		body: batch,
		key: "prepared-batch",
	});
	const paymentId = await payOne(api);
	const pending = await raisePending(api);
	const giveBack = { decision: "RETURN", stage: 0, round: 1, note: "Why?" };
	await api.call(
		`/v1.0/payment/request/${pending.resubmitPaymentRequest?.paymentRequestId}/decision`,
		{
			method: "POST",
			body: JSON.stringify(giveBack),
		},
	);
	return {
		getBatch: { bulkActionSlug },
		stopBatch: { bulkActionSlug },
		reversePayment: { paymentId },
		...pending,
		getMarkAsPaidAttempt: { "x-idempotency-key": "prepared-batch" },
		getVendorAdvanceAttempt: { "x-idempotency-key": "prepared-advance" },
	};
}

const advance = { amount: 1_000, vendorId: "v-steel" };
/** The demo organization's policy for this vendor asks the user of the demo key. */
const pendingAdvance = { amount: 1_000, vendorId: "v-cloud" };
const paidInvoice = "inv-1001";

const batch = {
	resourceType: "INVOICE",
	resources: Array.from({ length: batchMin }, (_, index) => ({
		slug: `inv-b-${`${index + 1}`.padStart(4, "0")}`,
		amount: 1,
	})),
};

/** @returns The id of the payment. */
async function payOne(api: Api): Promise<string> {
	const resources = [{ slug: paidInvoice, amount: 1 }];
	await api.call("/v1.0/payment/mark-as-paid", {
		method: "POST",
		body: JSON.stringify({ resourceType: "INVOICE", resources }),
		headers: { "x-idempotency-key": "prepared-payment" },
	});
	const answer = await api.call(`/v1.0/invoice/${paidInvoice}/payments`);
	// Unchecked cast: that is the shape of the list.
	const { data } = answer as { data: { items: { id: string }[] } };
	const [payment] = data.items;
	if (!payment) throw new Error(JSON.stringify(answer));
	return payment.id;
}

/** An advance for each transition. */
async function raisePending(api: Api): Promise<Filled> {
	const filled: Filled = {};
	for (const { id, endpoint } of exhibits) {
		if (!transitions.some(({ declared }) => declared === endpoint)) continue;
		const paymentRequestId = await create(api, "paymentRequestId", {
			path: "/v1.0/payment/request/vendor-advance",
			body: pendingAdvance,
			key: `prepared-${id}`,
		});
		filled[id] = { paymentRequestId };
	}
	return filled;
}

/** @returns The id of what was created. */
async function create(
	{ call }: Api,
	idName: string,
	{ path, body, key }: { path: string; body: object; key?: string },
): Promise<string> {
	const answer = await call(path, {
		method: "POST",
		body: JSON.stringify(body),
		...(key && { headers: { "x-idempotency-key": key } }),
	});
	// Unchecked cast: every creation answers so.
	const id = (answer as { data?: Record<string, string> }).data?.[idName];
	if (!id) throw new Error(`${path}: ${JSON.stringify(answer)}`);
	return id;
}
