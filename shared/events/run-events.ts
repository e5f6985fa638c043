import { toDecimalText } from "../money/decimal.ts";
import { type PaymentRun, totalOf } from "../payment-runs/payment-run.ts";
import type { Announcement } from "./service-event.ts";

/**
 * What a write of a payment run announces (runs P6).
 *
 * @param before null for a new run.
 */
export function runEvents(
	before: PaymentRun | null,
	after: PaymentRun,
): Announcement[] {
	const { runId, version, name, amount } = after;
	const total = totalOf(after);
	const data = { runId, version, name, total, amount: toDecimalText(amount) };
	if (!before) {
		const { createdAt, createdBy } = after;
		return [
			{
				detailType: "Payment Run Created",
				data: { ...data, createdAt, createdBy },
			},
		];
	}
	if (before.state === after.state) return [];
	const { release, discard } = after;
	return [
		...(release
			? [
					{
						detailType: "Payment Run Released" as const,
						data: { ...data, releasedAt: release.at, releasedBy: release.by },
					},
				]
			: []),
		...(discard
			? [
					{
						detailType: "Payment Run Discarded" as const,
						data: { ...data, discardedAt: discard.at, discardedBy: discard.by },
					},
				]
			: []),
	];
}
