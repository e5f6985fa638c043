import { inGroups } from "../../shared/collections/in-groups.ts";
import { invoiceKey } from "../../shared/dynamodb/keys.ts";
import { batchGet, type Item } from "../../shared/dynamodb/reads/batch-get.ts";
import { connectTable } from "../../shared/dynamodb/table.ts";
import { permissions } from "../../shared/organizations/organization.ts";
import { createTable } from "../../tools/local/create-table.ts";
import type { TemplateTable } from "../../tools/local/template/template-table.ts";
import { importOrganization } from "../../tools/organization-files/import-organization.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import {
	addConventionalInvoices,
	createConventionalTables,
	readConventionalInvoices,
} from "../conventional/store.ts";
import { region } from "./lambda-environment.ts";

/** The service's table and the baseline's tables, in one engine. */
export interface Store {
	/** Adds `count` new invoices with an amount due of `due`; returns their slugs. */
	addInvoices(count: number): Promise<string[]>;
	/** Adds invoices to the baseline's tables too. */
	addInvoicesForBoth(count: number): Promise<string[]>;
	/** Adds an organization in which no batch runs; returns its API key. */
	addOrganization(): Promise<string>;
	/** From now on, three users have to approve each advance: the one with the API key and two others. */
	importApprovalPolicy(): Promise<void>;
	/** @throws When one of them is unpaid: a request that fails fast must not count as a fast one. */
	requirePaid(slugs: readonly string[]): Promise<void>;
	/** Checks the baseline's tables in the same way. */
	requirePaidByBaseline(slugs: readonly string[]): Promise<void>;
}

const organizationId = "bench";
export const apiKey = "bench-key";
export const due = 1000;
export const vendorId = "v-1";
const invoicesAtOnce = 1_000;

export async function createStore(
	endpoint: string,
	templateTable: TemplateTable,
): Promise<Store> {
	await createTable(endpoint, templateTable);
	await createConventionalTables(endpoint, templateTable);
	const table = connectTable({
		name: templateTable.input.TableName,
		endpoint,
		region,
		credentials: { accessKeyId: "seed", secretAccessKey: "local" },
	});
	let added = 0;
	let others = 0;

	async function addInvoices(count: number): Promise<string[]> {
		const slugs = Array.from({ length: count }, () => `inv-${added++}`);
		for (const some of inGroups(slugs, invoicesAtOnce)) {
			const invoices = some.map((slug) => ({
				slug,
				state: "APPROVED",
				amount: due,
			}));
			await importOrganization(
				table,
				{ ...organization, invoices },
				new Date(),
			);
		}
		return slugs;
	}

	return {
		addInvoices,
		async addInvoicesForBoth(count) {
			const slugs = await addInvoices(count);
			await addConventionalInvoices(table, slugs, due);
			return slugs;
		},
		async addOrganization() {
			const id = `other-${others++}`;
			const key = `${id}-key`;
			await importOrganization(table, payingOrganization(id, key), new Date());
			return key;
		},
		async importApprovalPolicy() {
			await importOrganization(table, withApprovals, new Date());
		},
		async requirePaid(slugs) {
			for (const some of inGroups(slugs, invoicesAtOnce)) {
				const keys = some.map((slug) => invoiceKey(organizationId, slug));
				requireNothingDue(await batchGet(table, keys));
			}
		},
		async requirePaidByBaseline(slugs) {
			for (const some of inGroups(slugs, invoicesAtOnce))
				requireNothingDue(await readConventionalInvoices(table, some));
		},
	};
}

function requireNothingDue(invoices: readonly (Item | undefined)[]) {
	const unpaid = invoices.filter((invoice) => `${invoice?.due}` !== "0");
	if (unpaid.length === 0) return;
	throw new Error(`${unpaid.length} of ${invoices.length} are not paid`);
}

/** An organization with one key, which may pay. */
export const payingOrganization = (
	id: string,
	key: string,
): OrganizationFile => ({
	org: {
		id,
		name: "Bench",
		baseCurrency: "INR",
		currencies: ["INR"],
		timezone: "Asia/Kolkata",
	},
	users: [{ id: "u-1", name: "Payer", role: "ADMIN" }],
	vendors: [{ id: vendorId, name: "Steel" }],
	apiKeys: [
		{
			key,
			name: "Bench",
			userId: "u-1",
			permissions: [...permissions],
		},
	],
});

const organization = payingOrganization(organizationId, apiKey);

const withApprovals: OrganizationFile = {
	...organization,
	org: { ...organization.org, features: { vendorAdvances: true } },
	users: ["u-1", "u-2", "u-3"].map((id) => ({ id, name: id, role: "ADMIN" })),
	approvalPolicies: [
		{
			name: "All advances",
			default: true,
			stages: [{ approvers: ["u-1", "u-2", "u-3"], requires: "ALL" }],
		},
	],
	procurementPolicy: { payers: ["u-1"] },
};
