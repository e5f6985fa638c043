import { getItem } from "../../dynamodb/get-item.ts";
import { paymentRequestKey } from "../../dynamodb/keys.ts";
import { readWhole } from "../../dynamodb/read-whole.ts";
import { fromStoredNumber } from "../../dynamodb/stored-values.ts";
import type { Table } from "../../dynamodb/table.ts";
import type { HoldingAdvance } from "../../purchase-orders/held-order.ts";
import { asAdvanceItem } from "../payment-requests.store.ts";

/**
 * Reads the advance that an order is linked to.
 *
 * @throws When it stays missing: it is stored together with the link.
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
