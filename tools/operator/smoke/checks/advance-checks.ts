import {
	type Check,
	created,
	mustBe,
	neverSent,
	type SmokeContext,
	settleWithinMs,
} from "./check.ts";
import { vendorId } from "./record-checks.ts";

const requestPath = "/v1.0/payment/request";

/** Raises an advance, and reads the outcome of its request. */
export function advanceChecks({
	client,
	signal,
	mustList,
}: SmokeContext): Check[] {
	let advance: string | undefined;
	return [
		{
			name: `POST ${requestPath}/vendor-advance`,
			async run() {
				const attempt = neverSent("smoke-advance");
				const body = { amount: 100, vendorId };
				const answer = await client.createVendorAdvance(body, {
					attempt,
					settleWithinMs,
					signal,
				});
				advance = answer.paymentRequestId;
			},
		},
		{
			name: "GET /v1.0/attempt/vendor-advance",
			async run() {
				const key = "smoke-advance";
				const attempt = await client.getVendorAdvanceAttempt(key, { signal });
				const id = created(advance, "advance");
				mustBe("paymentRequestId", attempt?.paymentRequestId, id);
			},
		},
		{
			name: `GET ${requestPath}/{paymentRequestId}`,
			async run() {
				const id = created(advance, "advance");
				const { vendorId: vendor } = await client.getPaymentRequest(id, {
					signal,
				});
				mustBe("vendorId", vendor, vendorId);
			},
		},
		{
			name: `GET ${requestPath}`,
			run: () => mustList(1, () => client.listPaymentRequests({}, { signal })),
		},
	];
}
