/** Stand-in until operator/import-organization.ts lands: organization, users, API keys, invoices. */
import { createHash } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { toMoney } from "../../shared/domain/money.ts";
import * as keys from "../../shared/store/keys.ts";
import { toPurchaseOrderItem } from "../../shared/store/purchase-orders.ts";
import type { Table } from "../../shared/store/table.ts";
import { toTagItem } from "../../shared/store/tags.ts";
import { toTaxItem } from "../../shared/store/taxes.ts";
import { toVendorItem } from "../../shared/store/vendors.ts";

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
			submissionPolicies: file.submissionPolicies ?? [],
			approvalPolicies: file.approvalPolicies ?? [],
			procurementPolicy: file.procurementPolicy ?? { payers: [] },
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
	for (const vendor of file.vendors ?? []) {
		await put(toVendorItem(org.id, vendor));
	}
	for (const { rate, ...tax } of file.gstTaxes ?? []) {
		const key = keys.gstTaxKey(org.id, tax.id);
		await put(toTaxItem(key, { ...tax, rate: toMoney(rate) }));
	}
	for (const { rate, ...tax } of file.tdsTaxes ?? []) {
		const key = keys.tdsTaxKey(org.id, tax.id);
		await put(toTaxItem(key, { ...tax, rate: toMoney(rate) }));
	}
	for (const tag of file.tags ?? []) {
		await put(toTagItem(org.id, { options: [], ...tag }));
	}
	for (const { amount, ...order } of file.purchaseOrders ?? []) {
		const advance = file.advances?.find(
			(a: { purchaseOrderLinkId?: string }) =>
				a.purchaseOrderLinkId === order.id,
		);
		const resubmitted = advance?.state === "PENDING_RESUBMISSION";
		const link = advance && {
			advanceId: advance.id,
			state: resubmitted ? "PENDING_RESUBMISSION" : "ACTIVE",
		};
		const complete = {
			vendorId: null,
			matchingState: "UNMATCHED",
			link: link ?? null,
			version: 1,
			createdAt: now.toISOString(),
			...order,
			amount: toMoney(amount),
		};
		await put(toPurchaseOrderItem(org.id, complete, null));
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
