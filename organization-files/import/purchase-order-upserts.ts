import { toMoney } from "../../shared/domain/money.ts";
import { toStoredNumber } from "../../shared/store/dynamodb/numbers.ts";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { purchaseOrderKey } from "../../shared/store/keys.ts";
import { toPurchaseOrder } from "../../shared/store/purchase-orders/purchase-orders.ts";
import { refused } from "../organization-file-error.ts";
import type { OrganizationFile } from "../schema.ts";
import type { FileUpsert } from "./file-upsert.ts";
import { type AdvanceOnOrder, linkAfter } from "./link-after.ts";
import { upsertStatement } from "./upsert-statement.ts";

type PurchaseOrderEntry = NonNullable<
	OrganizationFile["purchaseOrders"]
>[number];

/** What an imported advance wants of a purchase order. */
export interface LinkWish extends AdvanceOnOrder {
	purchaseOrderId: string;
	/** JSON pointer of the advance. */
	pointer: string;
}

/** The orders that the file names, itself or through its advances: what it says of one is a single write. */
export function purchaseOrderUpserts(
	table: Table,
	{ org, purchaseOrders = [] }: OrganizationFile,
	{ wishes, now }: { wishes: readonly LinkWish[]; now: Date },
): FileUpsert[] {
	const wishesByOrder = Map.groupBy(wishes, (wish) => wish.purchaseOrderId);
	const named = purchaseOrders.map((entry, index) => ({
		id: entry.id,
		entry,
		pointer: `/purchaseOrders/${index}`,
	}));
	const namedIds = new Set(named.map(({ id }) => id));
	const linked = [...wishesByOrder.keys()]
		.filter((id) => !namedIds.has(id))
		.map((id) => ({ id, entry: undefined, pointer: "/advances" }));
	return [...named, ...linked].map(({ id, entry, pointer }) => ({
		key: purchaseOrderKey(org.id, id),
		pointer,
		toStatement(existing) {
			const orderWishes = wishesByOrder.get(id) ?? [];
			if (!entry && !existing) return refuseUnknown(orderWishes);
			const link = existing ? toPurchaseOrder(existing).link : null;
			const item = {
				...purchaseOrderKey(org.id, id),
				...(entry && toAttributes(entry)),
				link: linkAfter(link, orderWishes),
			};
			const createdAt = now.toISOString();
			const initial = { version: 1, createdAt, details: null };
			return upsertStatement(table, existing, item, initial);
		},
	}));
}

/** Were it let pass, the order, once it came, would look free for another advance. */
function refuseUnknown(wishes: readonly LinkWish[]): undefined {
	const wish = wishes.find(({ state }) => state !== "REJECTED");
	if (wish)
		throw refused(
			`${wish.pointer}/purchaseOrderLinkId`,
			"names no purchase order of the organization",
		);
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
