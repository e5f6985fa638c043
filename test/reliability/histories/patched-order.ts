import type { Known } from "./known.ts";
import type { Action } from "./step.ts";

/** The order that a client patches: one that clients know, a draft of the organization's file, or none. */
export function patchedOrder(
	{ index }: Extract<Action, { kind: "patchOrder" }>,
	{ orders }: Known,
): string {
	const ids = [...orders, "po-drafted", "po-small", "none"];
	return ids.at(index % ids.length) ?? "none";
}
