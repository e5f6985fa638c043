import { expect, it } from "vitest";
import {
	answerMaxBytes,
	jsonBytes,
} from "../../../shared/json/response-size.ts";
import { toDecimal } from "../../../shared/money/decimal.ts";
import {
	fitsResponse,
	toOrderBody,
	toOrderDetails,
} from "../../../shared/purchase-orders/order-details.ts";
import type { DetailedPurchaseOrder } from "../../../shared/purchase-orders/purchase-order.ts";
import { lineItem, order } from "../../functions/purchase-order/orders.ts";

/** What a record has besides: short properties, and the nulls of a line item. */
const otherBytes = 1024;
const lineNullsBytes = 96;

it.each([0, 1_000])(
	"R2: an order of %i lines is accepted as long as its record fits an answer of 5 MB, to the byte",
	(count) => {
		const lineItems = Array.from({ length: count }, () => lineItem());
		const body = order({ poNumber: "PO-1", vendorId: "v-1", lineItems });
		const left =
			answerMaxBytes -
			otherBytes -
			count * lineNullsBytes -
			jsonBytes('["PO-1","v-1"]');
		const details = "x".repeat(left - '""'.length);
		expect(fitsResponse(body, details)).toBe(true);
		expect(fitsResponse(body, `${details}x`)).toBe(false);
	},
);

it("R2: a patch applies to the body that would create the order, taxes with an id as computed again", () => {
	const taxed = lineItem({ identifier: "a", taxId: 1 });
	const own = lineItem({ identifier: "b", taxAmount: 0.5 });
	const body = order({ vendorId: "v-1", lineItems: [taxed, own] });
	const lines = [
		{ lineItem: taxed, tax: toDecimal(180) },
		{ lineItem: own, tax: toDecimal(0.5) },
	];
	const details = toOrderDetails(body, lines);
	// `toOrderBody` uses only these properties of an order.
	const stored = { poNumber: body.poNumber, vendorId: "v-1", details };
	expect(toOrderBody(stored as DetailedPurchaseOrder)).toEqual(body);
	const imported = { poNumber: "", vendorId: null, details: null };
	expect(toOrderBody(imported as DetailedPurchaseOrder)).toEqual({});
});
