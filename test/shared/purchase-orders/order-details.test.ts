import { expect, it } from "vitest";
import {
	answerMaxBytes,
	jsonBytes,
} from "../../../shared/json/response-size.ts";
import { fitsResponse } from "../../../shared/purchase-orders/order-details.ts";
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
