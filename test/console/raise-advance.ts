import { expect } from "vitest";

/** Raises an advance that Divya and Asha approve, then one of two others. @returns Its id. */
export async function raiseAdvance(
	url: string,
	{
		amount,
		narration,
		...more
	}: { amount: number; narration: string } & Record<string, unknown>,
): Promise<string> {
	const response = await fetch(`${url}/v1.0/payment/request/vendor-advance`, {
		method: "POST",
		headers: {
			authorization: "Api-Key demo-bookkeeper-key",
			"content-type": "application/json",
			"x-idempotency-key": crypto.randomUUID(),
		},
		body: JSON.stringify({
			amount,
			vendorId: "v-steel",
			narration,
			purchaseOrderLinkId: "po-large",
			tags: { "cost-centre": { value: 7 } },
			...more,
		}),
	});
	const answer: { ok: boolean; data: { paymentRequestId: string } } =
		JSON.parse(await response.text());
	expect(answer).toMatchObject({ ok: true });
	return answer.data.paymentRequestId;
}
