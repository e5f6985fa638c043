import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
	BatchGetCommand,
	DynamoDBDocumentClient,
	PutCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { toMoney } from "../../../../shared/domain/money.ts";
import { connectTable } from "../../../../shared/store/dynamodb/table.ts";
import { insertPurchaseOrder } from "../../../../shared/store/purchase-orders/insert-purchase-order.ts";
import { toPurchaseOrderItem } from "../../../../shared/store/purchase-orders/purchase-orders.ts";

const client = mockClient(DynamoDBDocumentClient);
const table = connectTable({ name: "test", region: "ap-south-1" });
beforeEach(() => client.reset());

const item = toPurchaseOrderItem(
	"acme",
	{
		id: "po-1",
		poNumber: "PO-0001",
		vendorId: null,
		state: "DRAFTED",
		matchingState: "UNMATCHED",
		amount: toMoney(1_000),
		link: null,
		version: 1,
		createdAt: "2026-11-21T10:00:00.000Z",
		createdBy: null,
		updatedAt: "2026-11-21T10:00:00.000Z",
		updatedBy: null,
	},
	"{}",
);
const stored = (...items: object[]) =>
	client.on(BatchGetCommand).resolves({ Responses: { test: items as never } });

describe("insertPurchaseOrder", () => {
	it("writes the order if nothing stands under its id", async () => {
		client.on(PutCommand).resolves({});
		await insertPurchaseOrder(table, item);
		expect(client.commandCalls(PutCommand)[0]?.args[0].input).toMatchObject({
			Item: item,
			ConditionExpression: "attribute_not_exists(pk)",
		});
		expect(client.commandCalls(BatchGetCommand)).toEqual([]);
	});

	it("takes an order that stands under its id for its own", async () => {
		const failure = { message: "m", $metadata: {} };
		client.on(PutCommand).rejects(new ConditionalCheckFailedException(failure));
		await expect(insertPurchaseOrder(table, item)).resolves.toBeUndefined();
	});

	it("looks, after a failure, whether the write took effect", async () => {
		client.on(PutCommand).rejects(new Error("socket hang up"));
		stored(item);
		await expect(insertPurchaseOrder(table, item)).resolves.toBeUndefined();
	});

	it("fails with the write's failure when there is nothing", async () => {
		client.on(PutCommand).rejects(new Error("socket hang up"));
		stored();
		await expect(insertPurchaseOrder(table, item)).rejects.toThrow(
			"socket hang up",
		);
	});
});
