import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
	BatchGetCommand,
	DynamoDBDocumentClient,
	PutCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { connectTable } from "../../../shared/dynamodb/table.ts";
import { toDecimal } from "../../../shared/money/decimal.ts";
import type { DetailedPurchaseOrder } from "../../../shared/purchase-orders/purchase-order.ts";
import {
	insertPurchaseOrder,
	toPurchaseOrderItem,
} from "../../../shared/purchase-orders/purchase-orders.store.ts";

const client = mockClient(DynamoDBDocumentClient);
// Files share a process: the next one needs the real client.
afterAll(() => client.restore());
const table = connectTable({ name: "test", region: "ap-south-1" });
beforeEach(() => client.reset());

const createdAt = "2026-11-21T10:00:00.000Z";
const order: DetailedPurchaseOrder = {
	id: "po-1",
	externalId: null,
	poNumber: "PO-0001",
	vendorId: null,
	state: "DRAFTED",
	matchingState: "UNMATCHED",
	amount: toDecimal(1_000),
	link: null,
	version: 1,
	createdAt,
	createdBy: null,
	updatedAt: createdAt,
	updatedBy: null,
	details: "{}",
};
const writeId = "01M7Y0C0S90BM67ASB78D00000";
const item = toPurchaseOrderItem("acme", order);
const stored = (...items: object[]) =>
	client.on(BatchGetCommand).resolves({ Responses: { test: items as never } });

describe("insertPurchaseOrder", () => {
	it("writes the order if nothing stands under its id", async () => {
		client.on(PutCommand).resolves({});
		await insertPurchaseOrder(table, "acme", order, { writeId });
		expect(client.commandCalls(PutCommand)[0]?.args[0].input).toMatchObject({
			Item: item,
			ConditionExpression: "attribute_not_exists(pk)",
		});
		expect(client.commandCalls(BatchGetCommand)).toEqual([]);
	});

	it("takes an order that stands under its id for its own", async () => {
		const failure = { message: "m", $metadata: {} };
		client.on(PutCommand).rejects(new ConditionalCheckFailedException(failure));
		await expect(
			insertPurchaseOrder(table, "acme", order, { writeId }),
		).resolves.toBe("STORED");
	});

	it("looks, after a failure, whether the write took effect", async () => {
		client.on(PutCommand).rejects(new Error("socket hang up"));
		stored(item);
		await expect(
			insertPurchaseOrder(table, "acme", order, { writeId }),
		).resolves.toBe("STORED");
	});

	it("fails with the write's failure when there is nothing", async () => {
		client.on(PutCommand).rejects(new Error("socket hang up"));
		stored();
		await expect(
			insertPurchaseOrder(table, "acme", order, { writeId }),
		).rejects.toThrow("socket hang up");
	});
});
