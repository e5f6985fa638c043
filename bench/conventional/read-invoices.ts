import { Logger } from "@aws-lambda-powertools/logger";
import { injectLambdaContext } from "@aws-lambda-powertools/logger/middleware";
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import middy from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { documents } from "./documents.ts";
import { invoicesTableName, listIndexName } from "./invoices.ts";
import { httpErrors } from "./validate-body.ts";

const logger = new Logger({ serviceName: "conventional" });

/** The baseline of reading: an invoice by its id, or a page of an index that holds everything. */
export const handler = middy(readInvoices)
	.use(httpErrors(logger))
	.use(injectLambdaContext(logger));

async function readInvoices({
	pathParameters,
	queryStringParameters: { limit = "20" } = {},
}: APIGatewayProxyEventV2) {
	const id = pathParameters?.id;
	const data = id === undefined ? await list(Number(limit)) : await find(id);
	return {
		statusCode: data ? 200 : 404,
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ok: data !== undefined, data }),
	};
}

async function find(id: string) {
	const { Item } = await documents.send(
		new GetCommand({
			TableName: invoicesTableName,
			Key: { pk: `INVOICE#${id}` },
			ConsistentRead: true,
		}),
	);
	return Item;
}

async function list(limit: number) {
	const { Items, LastEvaluatedKey } = await documents.send(
		new QueryCommand({
			TableName: invoicesTableName,
			IndexName: listIndexName,
			KeyConditionExpression: "organizationId = :organizationId",
			ExpressionAttributeValues: { ":organizationId": "bench" },
			ScanIndexForward: false,
			Limit: limit,
		}),
	);
	const position = LastEvaluatedKey && JSON.stringify(LastEvaluatedKey);
	return {
		items: Items,
		nextCursor: position && Buffer.from(position).toString("base64url"),
	};
}
