import { afterAll, expect, it } from "vitest";
import { readDocument } from "../docs/markdown.ts";
import {
	apiEvent,
	BatchGetCommand,
	callHandler,
	DynamoDBDocumentClient,
	environment,
	GetCommand,
	mockClient,
	organizationItems,
	withEnvironment,
} from "./index.ts";

const { handler } = await withEnvironment(
	() => import("../../functions/bulk-skus/handler.ts"),
);
const dynamodb = mockClient(DynamoDBDocumentClient);
// Test files share a process: the next one needs the real client.
afterAll(() => dynamodb.restore());

const [, shown = ""] =
	/```json\n(.*?)```/s.exec(readDocument("docs/guides/testing-handlers.md")) ??
	[];
const items: Record<string, string>[] = JSON.parse(shown);
const [apiKey, ...organizationAndUser] = items;

it("docs/guides/testing-handlers.md: the items shown suffice to authenticate; of the secret, only its SHA-256 is sent", async () => {
	dynamodb.resolves({});
	dynamodb.on(GetCommand).resolves({ Item: apiKey });
	dynamodb.on(BatchGetCommand).resolves({
		Responses: { [environment.TABLE_NAME]: organizationAndUser },
	});
	const event = apiEvent("POST /v1.0/inventory/skus/bulk", {
		apiKey: "secret",
		body: { skus: [] },
	});
	expect(await callHandler(handler, event)).toMatchObject({
		status: 403,
		body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
	});
	const [read] = dynamodb.commandCalls(GetCommand);
	expect(read?.args[0].input.Key).toEqual({ pk: apiKey?.pk, sk: apiKey?.sk });
	const sent = dynamodb.calls().map(({ args }) => JSON.stringify(args));
	expect(sent.join()).not.toContain('"secret"');
});

it("docs/guides/testing-handlers.md: the items shown are part of what an import stores", async () => {
	const stored = await organizationItems({
		org: { id: "acme" },
		users: [{ id: "u-1", role: "ADMIN" }],
		apiKeys: [
			{ key: "secret", userId: "u-1", permissions: ["payments:mark-paid"] },
		],
	});
	for (const { document = "{}", ...attributes } of items) {
		const item = stored.find(
			({ pk, sk }) => pk === attributes.pk && sk === attributes.sk,
		);
		expect(item).toMatchObject(attributes);
		expect(JSON.parse(String(item?.document ?? "{}"))).toMatchObject(
			JSON.parse(document),
		);
	}
});
