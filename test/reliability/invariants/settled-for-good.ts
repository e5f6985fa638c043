import { expect } from "vitest";
import type { Audited } from "../audited.ts";
import type { Reported } from "../reported.ts";
import { some } from "./payments-as-reported.ts";

/** What an attempt says once it is `SETTLED` is never taken back, even if a write of its request lands late (R9). */
export async function expectSettledForGood(
	{ send, askedMax }: Audited,
	{ payments, advances, settled }: Reported,
) {
	const expectUnchanged = async (url: string, idempotencyKey: string) => {
		const { body } = await send(url, { idempotencyKey });
		const { status, attemptedAt } = body.data ?? {};
		const attempt = `${url} ${idempotencyKey} ${attemptedAt}`;
		const before = settled.get(attempt);
		if (before) expect(body.data).toEqual(before);
		if (status === "SETTLED") settled.set(attempt, body.data);
	};
	for (const key of some([...payments.keys()], askedMax))
		await expectUnchanged("/v1.0/attempt/mark-as-paid", key);
	for (const key of some([...advances.keys()], askedMax))
		await expectUnchanged("/v1.0/attempt/vendor-advance", key);
}
