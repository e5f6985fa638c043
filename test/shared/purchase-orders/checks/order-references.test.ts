import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { orderReferenceIds } from "../../../../shared/purchase-orders/checks/check-order.ts";
import { findOrderReferences } from "../../../../shared/purchase-orders/checks/order-references.store.ts";
import { lineItem, order } from "../../../functions/purchase-order/orders.ts";
import { useMockedTable } from "../../../support/mocked-table.ts";

const { table, documents } = useMockedTable();

/** Lines of SKUs that do not exist, by code and by name, among them texts that no key has. */
const lineItems = Array.from({ length: 1_200 }, (_, index) =>
	lineItem(index % 2 ? { skuCode: `C-${index}` } : { skuName: `N-${index}` }),
).concat(
	lineItem({ skuCode: "c".repeat(1_025) }),
	lineItem({ skuName: "n".repeat(1_025) }),
);

it.each([
	["TWO_WAY", 12],
	["THREE_WAY", 10],
] as const)(
	"purchase orders: of 1,200 unknown SKUs, a %s order reads %i calls of 100",
	async (matchingType, calls) => {
		documents.on(BatchGetCommand).resolves({});
		const ids = orderReferenceIds(order({ matchingType, lineItems }));
		const found = await findOrderReferences(table, "acme", ids);
		expect(documents.commandCalls(BatchGetCommand)).toHaveLength(calls);
		const none = { codes: new Set(), names: new Set() };
		expect(found.skus).toEqual(none);
	},
);
