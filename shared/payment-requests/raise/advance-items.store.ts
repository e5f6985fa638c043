import { fitsOneItem } from "../../dynamodb/item-size.ts";
import type { Table } from "../../dynamodb/table.ts";
import type { TransactionParts } from "../../dynamodb/writes/transact.ts";
import type { PurchaseOrder } from "../../purchase-orders/purchase-order.ts";
import { toHistoryItem } from "../history/history-items.store.ts";
import { toInboxItems } from "../inbox/inbox-items.store.ts";
import { linkPart } from "../order-link/order-links.store.ts";
import { toPaymentRequestItem } from "../payment-requests.store.ts";
import { toApprovalItem } from "../stages/approval-items.store.ts";
import type { Advance, HistoryEntry } from "../workflow/transition.ts";

/** What later transitions may add to the item of a payment request: above all, two ids of users. */
const growth = "x".repeat(4 * 1024);

/**
 * Does every item of an advance whose round begins fit the store's item size, with what the transitions of the round may
 * add?
 *
 * @param entries Those that are stored with it in its history.
 */
export function isStorable(
	organizationId: string,
	advance: Advance,
	entries: readonly HistoryEntry[] = [],
): boolean {
	const [request, ...stages] = newItems(organizationId, advance);
	const history = toHistoryItem(organizationId, advance.request, entries, "");
	return [{ ...request, growth }, ...stages, history].every(fitsOneItem);
}

/**
 * The writes of a new advance: the payment request, its approvals, the inboxes of who is asked first, and the link of
 * its purchase order. The entries of its creation follow from the request (`history-items.store.ts`).
 *
 * @param order The order as it was read.
 */
export function toTransactItems(
	table: Table,
	organizationId: string,
	advance: Advance,
	order: PurchaseOrder | undefined,
): TransactionParts {
	const { request, stages } = advance;
	const { purchaseOrderLinkId, createdAt: at, createdBy: by } = request;
	const puts = newItems(organizationId, advance).map((Item) => ({
		Put: {
			TableName: table.name,
			Item,
			ConditionExpression: "attribute_not_exists(pk)",
		},
	}));
	const inbox = toInboxItems(organizationId, request.id, stages).map(
		(Item) => ({ Put: { TableName: table.name, Item } }),
	);
	if (purchaseOrderLinkId === null) return [...puts, ...inbox];
	const orders = new Map(order ? [[order.id, order]] : []);
	const link = linkPart(table, request, { organizationId, at, by, orders });
	return [...puts, link, ...inbox];
}

/** The request comes first. */
function newItems(organizationId: string, { request, stages }: Advance) {
	const { id, version } = request;
	const versions = stages.map(() => version);
	return [
		{
			...toPaymentRequestItem(organizationId, request, versions),
			initialState: request.state,
		},
		...stages.map((stage) =>
			toApprovalItem(organizationId, id, stage, version),
		),
	];
}
