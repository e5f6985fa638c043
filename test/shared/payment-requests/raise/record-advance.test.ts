import {
	BatchGetCommand,
	DynamoDBDocumentClient,
	PutCommand,
	TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { connectTable, type Table } from "../../../../shared/dynamodb/table.ts";
import { toDecimal, ZERO } from "../../../../shared/money/decimal.ts";
import type { PaymentRequest } from "../../../../shared/payment-requests/payment-request.ts";
import { toPaymentRequestItem } from "../../../../shared/payment-requests/payment-requests.store.ts";
import { recordAdvance } from "../../../../shared/payment-requests/raise/record-advance.store.ts";
import type { Advance } from "../../../../shared/payment-requests/workflow/transition.ts";
import type {
	PricedPurchaseOrder,
	PurchaseOrder,
} from "../../../../shared/purchase-orders/purchase-order.ts";
import { toPurchaseOrderItem } from "../../../../shared/purchase-orders/purchase-orders.store.ts";
import { inFirstRound } from "../../../support/first-round.ts";
import { namedError } from "../../../support/named-error.ts";

const client = mockClient(DynamoDBDocumentClient);
// Files share a process: the next one needs the real client.
afterAll(() => client.restore());
const pauses: number[] = [];
const table: Table = {
	...connectTable({ name: "test", region: "ap-south-1" }),
	pause: async (milliseconds) => void pauses.push(milliseconds),
};

beforeEach(() => {
	client.reset();
	pauses.length = 0;
});

const paymentRequest: PaymentRequest = {
	id: "01ADVANCE",
	type: "VENDOR_ADVANCE",
	state: "PENDING",
	policyUsed: "Default",
	vendorId: "v-1",
	currency: "INR",
	orgEntity: 11,
	purchaseOrderLinkId: "po-1",
	narration: null,
	tags: {},
	tax: {
		subTotal: toDecimal("100.10"),
		gstId: null,
		gstAmount: null,
		tdsId: null,
		tdsAmount: null,
		roundOff: ZERO,
		netPayable: toDecimal("100.10"),
	},
	payers: ["u-1"],
	...inFirstRound("2026-11-21T10:00:00.000Z", {
		userId: "u-1",
		keyId: "key_1",
	}),
};
const linked: Advance = {
	request: paymentRequest,
	stages: [
		{
			round: 1,
			stage: 0,
			requires: "ALL",
			approvals: [
				{
					userId: "u-1",
					state: "OPEN",
					openedAt: paymentRequest.createdAt,
					askedAt: paymentRequest.createdAt,
					decided: null,
				},
			],
		},
	],
};
const alone: Advance = {
	request: { ...paymentRequest, purchaseOrderLinkId: null },
	stages: [],
};

const order: PricedPurchaseOrder = {
	id: "po-1",
	externalId: null,
	poNumber: "PO-1",
	vendorId: "v-1",
	state: "APPROVED",
	matchingState: "UNMATCHED",
	amount: toDecimal(1000),
	link: null,
	currency: null,
	version: 1,
	createdAt: "2026-11-21T10:00:00.000Z",
	createdBy: null,
	updatedAt: "2026-11-21T10:00:00.000Z",
	updatedBy: null,
};

const taken = new Error("Taken");
const record = (advance: Advance) =>
	recordAdvance(table, "acme", advance, {
		order,
		requireLinkable: (found) => {
			if (!found || found.link) throw taken;
		},
	});

const cancelled = (...codes: string[]) =>
	Object.assign(namedError("TransactionCanceledException"), {
		CancellationReasons: codes.map((Code) => ({ Code })),
	});

/** What the look-ups find. */
const found = ({
	isRecorded = false,
	link = null,
}: {
	isRecorded?: boolean;
	link?: PurchaseOrder["link"];
}) =>
	client.on(BatchGetCommand).resolves({
		Responses: {
			test: [
				...(isRecorded
					? [toPaymentRequestItem("acme", paymentRequest, [1])]
					: []),
				toPurchaseOrderItem("acme", { ...order, link, details: null }),
			],
		},
	});

const transactions = () => client.commandCalls(TransactWriteCommand);
const lookUps = () => client.commandCalls(BatchGetCommand);

describe("4.3 rule 8: recordAdvance", () => {
	it("sends advance, approvals and hold on the order in one transaction, each under its condition", async () => {
		await record(linked);
		const [
			{
				args: [command],
			} = { args: [] },
		] = transactions();
		expect(command?.input.TransactItems).toMatchObject([
			{
				Put: {
					TableName: "test",
					Item: { pk: "ORG#acme#PR#01ADVANCE", sk: "PR" },
					ConditionExpression: "attribute_not_exists(pk)",
				},
			},
			{
				Put: {
					Item: { pk: "ORG#acme#PR#01ADVANCE", sk: "APPROVAL#0000000001#0" },
					ConditionExpression: "attribute_not_exists(pk)",
				},
			},
			{
				Update: {
					Key: { pk: "ORG#acme#PO#po-1", sk: "PO" },
					ConditionExpression:
						"vendorId = :vendorId AND #state = :approved AND matchingState = :unmatched AND (link = :none OR link.advanceId = :id) AND amount >= :netPayable",
					ExpressionAttributeValues: {
						":netPayable": { value: "100.1" },
						":link": { advanceId: "01ADVANCE", state: "ACTIVE" },
					},
				},
			},
			{ Put: { Item: { pk: "ORG#acme#INBOX#u-1", sk: "OPEN#01ADVANCE#1#0" } } },
		]);
		expect(client.calls()).toHaveLength(1);
	});

	it("sends a single item as a conditional write without transaction", async () => {
		await record(alone);
		const [
			{
				args: [command],
			} = { args: [] },
		] = client.commandCalls(PutCommand);
		expect(command?.input).toMatchObject({
			Item: { pk: "ORG#acme#PR#01ADVANCE" },
			ConditionExpression: "attribute_not_exists(pk)",
		});
		expect(client.calls()).toHaveLength(1);
	});

	it.each([
		["its own advance there", cancelled("ConditionalCheckFailed", "None")],
		["a lost answer", namedError("TimeoutError")],
		[
			"a transaction still in progress",
			namedError("TransactionInProgressException"),
		],
	])("takes %s for the success that it is", async (_, error) => {
		client.on(TransactWriteCommand).rejects(error);
		found({ isRecorded: true });
		await record(linked);
		expect(transactions()).toHaveLength(1);
	});

	it.each([
		["a conflict", cancelled("None", "None", "TransactionConflict")],
		["throttling", cancelled("ThrottlingError", "None", "None")],
		["a throttled call", namedError("ThrottlingException")],
		["an internal error", namedError("InternalServerError")],
	])("sends again after %s, with a pause", async (_, error) => {
		client.on(TransactWriteCommand).rejectsOnce(error).resolves({});
		found({});
		await record(linked);
		expect(transactions()).toHaveLength(2);
		expect(lookUps()).toHaveLength(1);
		expect(pauses).toHaveLength(1);
	});

	it("sends the very same transaction again", async () => {
		client
			.on(TransactWriteCommand)
			.rejectsOnce(cancelled("TransactionConflict"))
			.resolves({});
		found({});
		await record(linked);
		const [first, second] = transactions().map(({ args }) => args[0].input);
		expect(second).toEqual(first);
	});

	it("says why the order is no longer available, and sends nothing again", async () => {
		client
			.on(TransactWriteCommand)
			.rejects(cancelled("None", "None", "TransactionConflict"));
		found({ link: { advanceId: "01RIVAL", state: "ACTIVE" } });
		await expect(record(linked)).rejects.toBe(taken);
		expect(transactions()).toHaveLength(1);
	});

	it("gives up after 8 attempts without a retry time, naming the cause", async () => {
		const cause = cancelled("None", "None", "TransactionConflict");
		client.on(TransactWriteCommand).rejects(cause);
		found({});
		await expect(record(linked)).rejects.toMatchObject({ cause });
		expect(transactions()).toHaveLength(8);
		expect(lookUps()).toHaveLength(8);
	});

	it("throws when nothing can be read, because the outcome is then unknown", async () => {
		client.on(TransactWriteCommand).rejects(namedError("TimeoutError"));
		client.on(BatchGetCommand).rejects(namedError("InternalServerError"));
		await expect(record(linked)).rejects.toThrow("InternalServerError");
	});
});
