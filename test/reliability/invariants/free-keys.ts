import { expect } from "vitest";
import type { Audited } from "../audited.ts";
import type { Reported } from "../reported.ts";

const claimSeconds = 300;

/**
 * No claim of an idempotency key outlives its five minutes (spec 5): a request under the key is looked at again. It is
 * an invalid one, so that nothing comes of it but the end of what the attempt reported.
 */
export async function expectFreeKeys(
	{ send, passSeconds }: Audited,
	{ payments, advances }: Reported,
) {
	if (!passSeconds) return;
	passSeconds(claimSeconds);
	const expectFree = async (url: string, idempotencyKey: string) => {
		const { status } = await send(url, { body: {}, idempotencyKey });
		expect({ url, idempotencyKey, status }).toMatchObject({ status: 400 });
	};
	for (const key of payments.keys()) await expectFree(paying, key);
	for (const key of advances.keys()) await expectFree(raising, key);
	// These requests have claimed the keys anew: now it is known when.
	passSeconds(claimSeconds);
	for (const key of [...payments.keys()].slice(0, 1))
		await expectFree(paying, key);
	for (const key of [...advances.keys()].slice(0, 1))
		await expectFree(raising, key);
}

const paying = "/v1.0/payment/mark-as-paid";
const raising = "/v1.0/payment/request/vendor-advance";
