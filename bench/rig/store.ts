import { randomUUID } from "node:crypto";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { createTable } from "../../local/create-table.ts";
import { importOrganization } from "../../operator/import-organization.ts";
import type { OrganizationFile } from "../../operator/organization-file/read-organization-file.ts";
import { connectTable } from "../../shared/store/table.ts";
import {
	type Bundles,
	conventionalIdempotencyTable,
	conventionalTable,
} from "./bundles.ts";

/** Both contestants' tables, in one engine. */
export interface Store {
	/** Brings so many new invoices that can be paid into the tables of both; answers their slugs. */
	addInvoices(count: number): Promise<string[]>;
}

export const apiKey = "bench-key";

const itemsPerCall = 25;
const due = 1000;

export async function createStore(
	endpoint: string,
	{ table }: Pick<Bundles, "table">,
): Promise<Store> {
	const { KeySchema, AttributeDefinitions, BillingMode } = table.input;
	await createTable(endpoint, table);
	await createTable(endpoint, {
		input: {
			TableName: conventionalTable,
			KeySchema,
			AttributeDefinitions,
			BillingMode,
		},
		timeToLiveAttribute: undefined,
	});
	await createTable(endpoint, {
		input: {
			TableName: conventionalIdempotencyTable,
			KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
			AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
			BillingMode,
		},
		timeToLiveAttribute: undefined,
	});
	const ours = connectTable({
		name: table.input.TableName,
		endpoint,
		region: "ap-south-1",
		credentials: { accessKeyId: "seed", secretAccessKey: "local" },
	});
	await importOrganization(ours, organization, new Date());
	return {
		async addInvoices(count) {
			const slugs = Array.from({ length: count }, () => `inv-${randomUUID()}`);
			const invoices = slugs.map((slug) => ({
				slug,
				state: "APPROVED",
				amount: due,
			}));
			await importOrganization(ours, { ...organization, invoices }, new Date());
			const items = slugs.map((slug) => ({
				pk: `INVOICE#${slug}`,
				sk: "INVOICE",
				state: "APPROVED",
				amount: due,
				due,
			}));
			for (let start = 0; start < items.length; start += itemsPerCall) {
				const puts = items
					.slice(start, start + itemsPerCall)
					.map((Item) => ({ PutRequest: { Item } }));
				await ours.documents.send(
					new BatchWriteCommand({
						RequestItems: { [conventionalTable]: puts },
					}),
				);
			}
			return slugs;
		},
	};
}

const organization: OrganizationFile = {
	org: {
		id: "bench",
		name: "Bench",
		baseCurrency: "INR",
		currencies: ["INR"],
		timezone: "Asia/Kolkata",
	},
	users: [{ id: "u-1", name: "Payer", role: "ADMIN" }],
	apiKeys: [
		{
			key: apiKey,
			name: "Bench",
			userId: "u-1",
			permissions: ["payments:mark-paid"],
		},
	],
};
