import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { inGroups } from "../../shared/collections/in-groups.ts";
import { batchGet, type Item } from "../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import { createTable } from "../../tools/local/create-table.ts";
import type { TemplateTable } from "../../tools/local/template/template-table.ts";
import { listIndexName } from "./invoices.ts";

/** The baseline's tables: of payments, of Powertools, and of the other endpoints. */
export const conventionalEnvironment = {
	TABLE_NAME: "conventional",
	IDEMPOTENCY_TABLE_NAME: "conventional-idempotency",
	INVOICES_TABLE_NAME: "conventional-invoices",
};

const itemsPerCall = 25;

export async function createConventionalTables(
	endpoint: string,
	{ input }: TemplateTable,
) {
	const { TABLE_NAME, IDEMPOTENCY_TABLE_NAME, INVOICES_TABLE_NAME } =
		conventionalEnvironment;
	await createTable(endpoint, {
		input: { ...input, TableName: TABLE_NAME },
		timeToLiveAttribute: undefined,
	});
	await createTable(endpoint, {
		input: {
			TableName: IDEMPOTENCY_TABLE_NAME,
			BillingMode: "PAY_PER_REQUEST",
			KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
			AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
		},
		timeToLiveAttribute: undefined,
	});
	await createTable(endpoint, {
		input: {
			TableName: INVOICES_TABLE_NAME,
			BillingMode: "PAY_PER_REQUEST",
			KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
			AttributeDefinitions: ["pk", "organizationId", "createdAt"].map(
				(AttributeName) => ({ AttributeName, AttributeType: "S" }),
			),
			GlobalSecondaryIndexes: [
				{
					IndexName: listIndexName,
					KeySchema: [
						{ AttributeName: "organizationId", KeyType: "HASH" },
						{ AttributeName: "createdAt", KeyType: "RANGE" },
					],
					Projection: { ProjectionType: "ALL" },
				},
			],
		},
		timeToLiveAttribute: undefined,
	});
}

export async function addConventionalInvoices(
	{ documents }: Table,
	slugs: readonly string[],
	amount: number,
) {
	const { TABLE_NAME } = conventionalEnvironment;
	for (const group of inGroups(slugs, itemsPerCall)) {
		const puts = group.map((slug) => ({
			PutRequest: {
				Item: {
					...invoiceKey(slug),
					state: "APPROVED",
					amount,
					due: amount,
				},
			},
		}));
		await documents.send(
			new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: puts } }),
		);
	}
}

export function readConventionalInvoices(
	table: Table,
	slugs: readonly string[],
): Promise<(Item | undefined)[]> {
	const conventional = { ...table, name: conventionalEnvironment.TABLE_NAME };
	return batchGet(conventional, slugs.map(invoiceKey));
}

const invoiceKey = (slug: string) => ({ pk: `INVOICE#${slug}`, sk: "INVOICE" });
