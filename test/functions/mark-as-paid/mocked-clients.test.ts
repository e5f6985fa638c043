import { Logger } from "@aws-lambda-powertools/logger";
import { BatchExecuteStatementCommand } from "@aws-sdk/client-dynamodb";
import {
	BatchGetCommand,
	DynamoDBDocumentClient,
	GetCommand,
	NumberValue,
	PutCommand,
} from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, it } from "vitest";
import { createDependencies } from "../../../functions/dependencies.ts";
import { markAsPaidEndpoint } from "../../../functions/mark-as-paid/endpoint.ts";
import {
	invoiceKey,
	organizationKey,
	userKey,
} from "../../../shared/dynamodb/keys.ts";
import { connectTable } from "../../../shared/dynamodb/table.ts";
import { toApiEvent } from "../../support/api-event.ts";

const dynamodb = mockClient(DynamoDBDocumentClient);
// Files share a process: the next one needs the real client.
afterAll(() => dynamodb.restore());

beforeEach(() => {
	dynamodb.reset();
	dynamodb.on(GetCommand).resolves({ Item: apiKey });
	dynamodb
		.on(BatchGetCommand)
		.resolvesOnce({ Responses: { test: [organization, user] } })
		.resolves({ Responses: { test: [invoice] } });
	dynamodb.on(PutCommand).resolves({});
	dynamodb.on(BatchExecuteStatementCommand).resolves({ Responses: [{}] });
});

const apiKey = {
	organizationId: "acme",
	userId: "u-admin",
	permissions: ["payments:mark-paid"],
	revoked: false,
};
const organization = {
	...organizationKey("acme"),
	document: JSON.stringify({ id: "acme", timezone: "Asia/Kolkata" }),
};
const user = {
	...userKey("acme", "u-admin"),
	id: "u-admin",
	name: "Admin",
	role: "ADMIN",
	active: true,
};
const invoice = {
	...invoiceKey("acme", "inv-1"),
	slug: "inv-1",
	state: "APPROVED",
	due: NumberValue.from("100.10"),
	version: NumberValue.from("7"),
	payments: [],
};

/** A handler as on Lambda, with a fixed clock and ids, and no AWS behind it. */
function handle(body: object) {
	const dependencies = createDependencies(
		connectTable({ name: "test", region: "ap-south-1" }),
		{
			clock: () => new Date("2026-11-21T10:00:00Z"),
			newId: () => "01M7Y0C0S90BM67ASB78DYHHM5",
			logger: new Logger({ logLevel: "SILENT" }),
			emitMetrics() {},
		},
	);
	const event = toApiEvent({
		method: "POST",
		path: "/v1.0/payment/mark-as-paid",
		headers: { authorization: "Api-Key secret", "x-idempotency-key": "k" },
		body: JSON.stringify(body),
	});
	const context = { getRemainingTimeInMillis: () => 29_000 } as Context;
	// Middleware adds to the event what the type already promises.
	return markAsPaidEndpoint(dependencies, async () => {})(
		event as never,
		context,
	);
}

const payment = (amount: number) => ({
	resourceType: "INVOICE",
	resources: [{ slug: "inv-1", amount }],
});

it("4.4: pays with one statement, under the version that was read", async () => {
	expect(await handle(payment(0.3))).toMatchObject({
		statusCode: 200,
		body: '{"ok":true,"data":{"status":"DONE","results":[{"slug":"inv-1","status":"DONE"}]}}',
	});
	const [call] = dynamodb.commandCalls(BatchExecuteStatementCommand);
	const [statement] = call?.args[0].input.Statements ?? [];
	expect(statement?.Statement).toMatch(/^UPDATE "test" SET due = due - \?/);
	expect(statement?.Parameters).toMatchObject([
		{ N: "0.3" },
		{ N: "0.3" },
		{ N: "8" },
		{ L: [{ M: { id: { S: "01M7Y0C0S90BM67ASB78DYHHM5-0" } } }] },
		{ S: "ORG#acme#INVOICE#inv-1" },
		{ S: "INVOICE" },
		{ N: "7" },
	]);
});

it("7.4: writes nothing for an amount above the due", async () => {
	expect(await handle(payment(100.11))).toMatchObject({ statusCode: 422 });
	expect(dynamodb.commandCalls(BatchExecuteStatementCommand)).toEqual([]);
});

it("5: the secret is looked up by its SHA-256, and goes nowhere else", async () => {
	await handle(payment(1));
	const [call] = dynamodb.commandCalls(GetCommand);
	expect(call?.args[0].input.Key).toEqual({
		// printf secret | sha256sum
		pk: "KEY#2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b",
		sk: "KEY",
	});
	const sent = dynamodb.calls().map(({ args }) => JSON.stringify(args));
	expect(sent.join()).not.toContain('"secret"');
});
