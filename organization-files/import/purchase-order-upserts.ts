import { toMoney } from "../../shared/domain/money.ts";
import { toStoredNumber } from "../../shared/store/dynamodb/numbers.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { purchaseOrderKey } from "../../shared/store/keys.ts";
import type { OrganizationFile } from "../schema.ts";
import type { FileUpsert } from "./file-upsert.ts";
import { upsertStatement } from "./upsert-statement.ts";

type PurchaseOrderEntry = NonNullable<
	OrganizationFile["purchaseOrders"]
>[number];

/** The orders that the file names itself. Their links are for its advances to say (`link-advances.ts`). */
export function purchaseOrderUpserts(
	table: Table,
	{ org, purchaseOrders = [] }: OrganizationFile,
	now: Date,
): FileUpsert[] {
	return purchaseOrders.map((entry, index) => {
		const key = purchaseOrderKey(org.id, entry.id);
		const item = { ...key, ...toAttributes(entry) };
		const createdAt = now.toISOString();
		const initial = { link: null, version: 1, createdAt, details: null };
		return {
			key,
			pointer: `/purchaseOrders/${index}`,
			toStatement: (existing) =>
				upsertStatement(table, existing, item, initial),
		};
	});
}

function toAttributes({
	id,
	poNumber,
	vendorId,
	state,
	matchingState = "UNMATCHED",
	amount,
}: PurchaseOrderEntry) {
	return {
		id,
		poNumber,
		vendorId: vendorId ?? null,
		state,
		matchingState,
		amount: toStoredNumber(toMoney(amount)),
	};
}
