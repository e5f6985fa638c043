import { Readable } from "node:stream";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import { readAuditRecords } from "../../../shared/store/organizations/audit-records.ts";
import {
	toOrganization,
	toSuspendedAt,
} from "../../../shared/store/organizations/organizations.ts";
import { requireOrganizationItem } from "../require-organization.ts";
import { exportApiKeys } from "./api-keys.ts";
import { exportBatches } from "./batches.ts";
import { exportInvoices } from "./invoices.ts";
import { exportAdvances, exportPaymentRequests } from "./payment-requests.ts";
import { exportPurchaseOrders } from "./purchase-orders.ts";
import {
	exportSkus,
	exportTags,
	exportTaxes,
	exportUsers,
	exportVendors,
} from "./reference-data.ts";
import { readStoredOrganization } from "./stored-organization.ts";

/** An organization in the shape of contract 4. Decimals are `Money`; `toExactJson` serializes them. */
export type OrganizationExport = Record<string, unknown>;

/**
 * Exports an organization with all its records. Lists are sorted by id or slug, batches newest first. Scans the whole
 * table.
 *
 * @throws CommandError when the organization does not exist.
 */
export async function exportOrganization(
	table: Table,
	organizationId: string,
): Promise<OrganizationExport> {
	const item = await requireOrganizationItem(table, organizationId);
	const organization = toOrganization(item);
	const suspendedAt = toSuspendedAt(item);
	const stored = await readStoredOrganization(table, organizationId);
	const { id, name, baseCurrency, currencies, timezone, features } =
		organization;
	return {
		org: {
			id,
			name,
			baseCurrency,
			currencies,
			timezone,
			features,
			...(suspendedAt !== null && { suspendedAt }),
		},
		entities: organization.entities.map(({ gstin, ...entity }) => ({
			...entity,
			...(gstin !== null && { gstin }),
		})),
		users: exportUsers(stored.users),
		apiKeys: await exportApiKeys(table, stored.apiKeyEntries),
		vendors: exportVendors(stored.vendors),
		gstTaxes: exportTaxes(stored.gstTaxes),
		tdsTaxes: exportTaxes(stored.tdsTaxes),
		tags: exportTags(stored.tags),
		skus: exportSkus(stored.skus),
		purchaseOrders: exportPurchaseOrders(stored.purchaseOrders),
		invoices: await exportInvoices(table, organizationId, stored.invoices),
		advances: exportAdvances(stored.advances),
		submissionPolicies: organization.submissionPolicies,
		approvalPolicies: organization.approvalPolicies,
		procurementPolicy: organization.procurementPolicy,
		paymentRequests: exportPaymentRequests(stored),
		batches: await exportBatches(table, organizationId),
		audit: await Readable.from(
			readAuditRecords(table, organizationId),
		).toArray(),
	};
}
