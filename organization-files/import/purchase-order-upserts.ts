import { toMoney } from "../../shared/domain/money.ts";
import { toStoredNumber } from "../../shared/store/dynamodb/numbers.ts";
import { purchaseOrderKey } from "../../shared/store/keys.ts";
import { toPurchaseOrder } from "../../shared/store/purchase-orders/purchase-orders.ts";
import { refused } from "../organization-file-error.ts";
import type { OrganizationFile } from "../schema.ts";
import {
	entryStatement,
	type ImportContext,
	isUnchanged,
} from "./entry-statement.ts";
import type { FileUpsert } from "./file-upsert.ts";
import { toImportDigest } from "./import-digest.ts";
import { type AdvanceOnOrder, linkAfter } from "./link-after.ts";

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
	context: ImportContext,
	{ org, purchaseOrders = [] }: OrganizationFile,
	wishes: readonly LinkWish[],
): FileUpsert[] {
	const wishesByOrder = Map.groupBy(wishes, (wish) => wish.purchaseOrderId);
	const named = purchaseOrders.map((entry, index) => ({
		id: entry.id,
		entry,
		importDigest: toImportDigest(entry),
		pointer: `/purchaseOrders/${index}`,
	}));
	const namedIds = new Set(named.map(({ id }) => id));
	const linked = [...wishesByOrder.keys()]
		.filter((id) => !namedIds.has(id))
		.map((id) => ({
			id,
			entry: undefined,
			importDigest: undefined,
			pointer: "/advances",
		}));
	const createdAt = context.now.toISOString();
	const initial = { version: 1, createdAt, details: null };
	return [...named, ...linked].map(({ id, entry, importDigest, pointer }) => {
		const key = purchaseOrderKey(org.id, id);
		return {
			key,
			pointer,
			toStatement(existing) {
				const orderWishes = wishesByOrder.get(id) ?? [];
				if (!entry && !existing) return refuseUnknown(orderWishes);
				const link = existing ? toPurchaseOrder(existing).link : null;
				const isSame = isUnchanged(existing, importDigest);
				const described = {
					...(entry && !isSame && toAttributes(entry)),
					// Not the entry's: an import that was cut short may have left it behind the advances.
					link: linkAfter(link, orderWishes),
				};
				const record = { key, importDigest, described, initial };
				return entryStatement(context, existing, record);
			},
		};
	});
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
