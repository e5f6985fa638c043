import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, it } from "vitest";
import { createVendorEndpoint } from "../../../functions/create-vendor/endpoint.ts";
import {
	callHandler,
	mockCaller,
	mockedDependencies,
} from "../../support/mock-caller.ts";

const dynamodb = mockClient(DynamoDBDocumentClient);
// Test files share a process: the next one needs the real client.
afterAll(() => dynamodb.restore());

beforeEach(() => {
	dynamodb.reset();
	dynamodb.on(PutCommand).resolves({});
});

function createVendor(caller = mockCaller({ permissions: ["vendors:write"] })) {
	return callHandler(createVendorEndpoint(mockedDependencies(caller)), {
		method: "POST",
		path: "/v1.0/vendor",
		body: { vendorId: "v-1", name: "Steel Traders" },
	});
}

it("R4: stores the vendor with one conditional write", async () => {
	expect(await createVendor()).toEqual({
		status: 200,
		body: { ok: true, data: { vendorId: "v-1" } },
	});
	const [put, ...others] = dynamodb.calls();
	expect(others).toEqual([]);
	expect(put?.args[0].input).toMatchObject({
		ConditionExpression: "attribute_not_exists(pk)",
		Item: { name: "Steel Traders", createdBy: { userId: "u-1" } },
	});
});

it("R4: 409 VENDOR_EXISTS for the id of another vendor", async () => {
	dynamodb.on(PutCommand).rejects(
		new ConditionalCheckFailedException({
			$metadata: {},
			message: "The conditional request failed",
			Item: { id: { S: "v-1" }, name: { S: "Copper Works" } },
		}),
	);
	expect(await createVendor()).toMatchObject({
		status: 409,
		body: { error: { code: "VENDOR_EXISTS" } },
	});
});

it("5: 403 without the permission, and no call", async () => {
	const reader = mockCaller({ permissions: ["vendors:read"] });
	expect(await createVendor(reader)).toMatchObject({
		status: 403,
		body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
	});
	expect(dynamodb.calls()).toEqual([]);
});
