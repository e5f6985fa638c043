import type { Actor } from "../actors/actor.ts";
import type { InvoiceFacts } from "./invoice.ts";

/** Who approved an invoice, and when (R10). */
export type Approval = Pick<InvoiceFacts, "approvedAt" | "approvedBy">;

const noApproval: Approval = { approvedAt: null, approvedBy: null };

/** What an invoice was before a change; a new one is approved by nobody. */
interface Before {
	state: string | null;
	facts: Approval;
}

const nothing: Before = { state: null, facts: noApproval };

/**
 * The approval after a change of the state. Voiding an invoice keeps it, so that its record still says who had approved
 * it; a file that takes `APPROVED` away removes it.
 *
 * @param by null for an organization file.
 */
export function toApproval(
	state: string,
	{ at, by }: { at: string; by: Actor | null },
	before: Before = nothing,
): Approval {
	const { approvedAt, approvedBy } = before.facts;
	const isVoided = state === "VOID" && by !== null;
	if (state === before.state || isVoided) return { approvedAt, approvedBy };
	return state === "APPROVED" ? { approvedAt: at, approvedBy: by } : noApproval;
}
