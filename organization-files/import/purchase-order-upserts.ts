import { toMoney } from "../../shared/domain/money.ts";
import { toStoredNumber } from "../../shared/store/dynamodb/stored-values.ts";
import { purchaseOrderKey } from "../../shared/store/keys.ts";
import type { OrganizationFile } from "../schema.ts";
import type { AdvancesOfOrder } from "./advances/advances-of-order.ts";
import { linkAfter } from "./advances/link-after.ts";
import type { FileUpsert } from "./file-entry.ts";
import {
	entryStatement,
	type ImportContext,
	isUnchanged,
	toImportDigest,
} from "./file-entry.ts";

type PurchaseOrderEntry = NonNullable<
	OrganizationFile["purchaseOrders"]
>[number];

/**
 * The file's purchase orders. A new order has its link from the beginning, so that no advance of the API gets it before
 * the file's; links of stored orders are written with the advances (`link-advances.ts`).
 */
export function purchaseOrderUpserts(
	context: ImportContext,
	{ org, purchaseOrders = [] }: OrganizationFile,
	onOrders: readonly AdvancesOfOrder[],
): FileUpsert[] {
	const advancesOf = new Map(
		onOrders.map(({ purchaseOrderId, advances }) => [
			purchaseOrderId,
			advances,
		]),
	);
	return purchaseOrders.map((entry, index) => {
		const key = purchaseOrderKey(org.id, entry.id);
		const importDigest = toImportDigest(entry);
		const createdAt = context.now.toISOString();
		const link = linkAfter(null, advancesOf.get(entry.id) ?? []);
		const initial = { link, version: 1, createdAt, details: null };
		return {
			key,
			pointer: `/purchaseOrders/${index}`,
			toStatement(existing) {
				if (isUnchanged(existing, importDigest)) return undefined;
				const described = toAttributes(entry);
				const record = { key, importDigest, described, initial };
				return entryStatement(context, existing, record);
			},
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
