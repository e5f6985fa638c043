import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { NewAdvance } from "../../domain/advances/check-advance.ts";
import { toMoney } from "../../domain/money.ts";
import { fitsOneItem } from "../dynamodb/item-size.ts";
import { toStoredNumber } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { purchaseOrderKey } from "../keys.ts";
import { toApprovalItem, toPaymentRequestItem } from "./payment-requests.ts";

type TransactItem = NonNullable<
	TransactWriteCommandInput["TransactItems"]
>[number];

/** Does every item of the advance fit the store's item size? */
export function isStorable(
	organizationId: string,
	advance: NewAdvance,
): boolean {
	return newItems(organizationId, advance).every(fitsOneItem);
}

/** The writes of an advance: the payment request, its open approvals, and the link of its purchase order. */
export function toTransactItems(
	table: Table,
	organizationId: string,
	advance: NewAdvance,
): TransactItem[] {
	const puts = newItems(organizationId, advance).map((Item) => ({
		Put: {
			TableName: table.name,
			Item,
			ConditionExpression: "attribute_not_exists(pk)",
		},
	}));
	return [...puts, ...linkUpdates(table, organizationId, advance)];
}

function newItems(
	organizationId: string,
	{ paymentRequest, approvers }: NewAdvance,
) {
	const item = toPaymentRequestItem(organizationId, paymentRequest);
	if (approvers === null) return [item];
	const { id } = paymentRequest;
	return [item, toApprovalItem(organizationId, id, { stage: 0, approvers })];
}

/** Links the order, on the condition that spec 4.3 rule 5 still holds. */
function linkUpdates(
	table: Table,
	organizationId: string,
	{ paymentRequest }: NewAdvance,
): TransactItem[] {
	const { id, vendorId, purchaseOrderLinkId, tax } = paymentRequest;
	const { createdAt, createdBy } = paymentRequest;
	if (purchaseOrderLinkId === null) return [];
	const isOfVendor = "vendorId = :vendorId";
	const isApproved = "#state = :approved";
	const isUnmatched = "matchingState = :unmatched";
	const isFree = "link = :none";
	const isEnough = "amount >= :netPayable";
	return [
		{
			Update: {
				TableName: table.name,
				Key: purchaseOrderKey(organizationId, purchaseOrderLinkId),
				UpdateExpression:
					"SET link = :link, version = version + :one, updatedAt = :now, updatedBy = :actor",
				ConditionExpression: `${isOfVendor} AND ${isApproved} AND ${isUnmatched} AND ${isFree} AND ${isEnough}`,
				ExpressionAttributeNames: { "#state": "state" },
				ExpressionAttributeValues: {
					":vendorId": vendorId,
					":approved": "APPROVED",
					":unmatched": "UNMATCHED",
					":none": null,
					":netPayable": toStoredNumber(tax.netPayable),
					":link": { advanceId: id, state: "ACTIVE" },
					":one": toStoredNumber(toMoney(1)),
					":now": createdAt,
					":actor": createdBy,
				},
			},
		},
	];
}
