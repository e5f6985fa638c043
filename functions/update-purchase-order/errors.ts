import { invalidStateTransition } from "../../shared/errors/api-error.ts";
import type { PurchaseOrderState } from "../../shared/purchase-orders/purchase-order.ts";
import { shorten } from "../../shared/text/shorten.ts";

// The errors of R2, in the order of the checks. Later checks fail as in a creation
// (`shared/purchase-orders/errors.ts`).

export const notADraft = (state: PurchaseOrderState) =>
	invalidStateTransition(
		`The purchase order is ${state}: only a DRAFTED one can be changed`,
	);

/** @param broken From `findBrokenTerm`. */
export const heldByAdvance = (advanceId: string, broken: string) =>
	invalidStateTransition(
		`The purchase order is linked to the advance ${shorten(advanceId)}: ${broken}`,
	);
