import type { Action } from "./step.ts";

/** The payment that a client reverses: one of the newest hundred of the invoice, or none. */
export function reversedPayment(
	{ index }: Extract<Action, { kind: "reverse" }>,
	payments: readonly { id: string }[],
): string {
	return (
		payments.slice(0, 100).at(index % (payments.length || 1))?.id ?? "none"
	);
}
