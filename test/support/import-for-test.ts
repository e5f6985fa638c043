/** Stand-in until operator/import-organization.ts lands: organization, users, API keys, invoices. */
import { createHash } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as keys from "../../shared/store/keys.ts";
import type { Table } from "../../shared/store/table.ts";

// biome-ignore lint/suspicious/noExplicitAny: replaced soon
export async function importForTest(table: Table, file: any, now: Date) {
	const put = (Item: object) =>
		table.documents.send(new PutCommand({ TableName: table.name, Item }));
	const { org } = file;
	await put({
		...keys.organizationKey(org.id),
		document: JSON.stringify({
			name: "",
			baseCurrency: "INR",
			currencies: ["INR"],
			timezone: "Asia/Kolkata",
			features: { vendorAdvances: false },
			submissionPolicies: [],
			approvalPolicies: [],
			procurementPolicy: { payers: [] },
			...org,
			entities: file.entities ?? [],
		}),
		version: 1,
	});
	for (const user of file.users ?? []) {
		await put({ ...keys.userKey(org.id, user.id), active: true, ...user });
	}
	for (const { key, expiresAt, ...apiKey } of file.apiKeys ?? []) {
		const hash = createHash("sha256").update(key).digest("hex");
		await put({
			...keys.apiKeyKey(hash),
			id: hash.slice(0, 8),
			organizationId: org.id,
			keyPrefix: key.slice(0, 4),
			revoked: false,
			createdAt: now.toISOString(),
			...apiKey,
			...(expiresAt && { validUntil: expiresAt }),
		});
	}
	for (const invoice of file.invoices ?? []) {
		await put({
			...keys.invoiceKey(org.id, invoice.slug),
			due: invoice.amount,
			paid: 0,
			version: 1,
			payments: [],
			...invoice,
		});
	}
}
