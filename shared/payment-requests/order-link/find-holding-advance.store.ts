import { paymentRequestKey } from "../../dynamodb/keys.ts";
import { getItem } from "../../dynamodb/reads/get-item.ts";
import { readWhole } from "../../dynamodb/reads/read-whole.ts";
import { fromStoredNumber } from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import type { HoldingAdvance } from "../../purchase-orders/linked-order-terms.ts";
import { asAdvanceItem } from "../payment-requests.store.ts";

/**
 * Reads the advance that an order is linked to. The write that links them stores both.
 *
 * @throws When the advance stays invisible (ADR 20).
 */
export async function findHoldingAdvance(
	table: Table,
	organizationId: string,
	advanceId: string,
): Promise<HoldingAdvance> {
	const key = paymentRequestKey(organizationId, advanceId);
	const item = await readWhole(
		table,
		() => getItem(table, key),
		(found) => found !== undefined,
	);
	if (!item) throw new Error("The advance of an order could not be read");
	const advance = asAdvanceItem(item);
	const { id, vendorId } = advance;
	const isImported = advance.type === "IMPORTED_ADVANCE";
	return {
		id,
		vendorId,
		currency: isImported ? null : advance.currency,
		netPayable: isImported ? null : fromStoredNumber(advance.tax.netPayable),
	};
}
