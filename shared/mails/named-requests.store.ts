import {
	gstTaxKey,
	type Key,
	organizationKey,
	purchaseOrderKey,
	tdsTaxKey,
	userKey,
	vendorKey,
} from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import {
	toOrganization,
	toUser,
} from "../organizations/organizations.store.ts";
import { toTax } from "../organizations/taxes/taxes.store.ts";
import type { PaymentRequest } from "../payment-requests/payment-request.ts";
import { toPurchaseOrder } from "../purchase-orders/purchase-orders.store.ts";
import { toVendor } from "../vendors/vendors.store.ts";
import { type MailedRequest, requesterOf } from "./content/request-rows.ts";

/** A payment request with the names of what it refers to, as they are now. */
export async function findNames(
	table: Table,
	organizationId: string,
	paymentRequest: PaymentRequest,
): Promise<MailedRequest> {
	const { vendorId, purchaseOrderLinkId, tax } = paymentRequest;
	const { gstId, tdsId } = tax;
	const requester = requesterOf(paymentRequest);
	const find = await finder(table, {
		organization: organizationKey(organizationId),
		vendor: vendorKey(organizationId, vendorId),
		requester: userKey(organizationId, requester.userId),
		gst: gstId === null ? null : gstTaxKey(organizationId, gstId),
		tds: tdsId === null ? null : tdsTaxKey(organizationId, tdsId),
		order:
			purchaseOrderLinkId === null
				? null
				: purchaseOrderKey(organizationId, purchaseOrderLinkId),
	});
	return {
		paymentRequest,
		organizationName: find("organization", toOrganization)?.name ?? "",
		requesterName: find("requester", toUser)?.name ?? null,
		vendorName: find("vendor", toVendor)?.name ?? null,
		gstName: find("gst", toTax)?.name ?? null,
		tdsName: find("tds", toTax)?.name ?? null,
		poNumber: find("order", toPurchaseOrder)?.poNumber ?? null,
	};
}

/** Reads records by name; null keys are not read. */
async function finder<Name extends string>(
	table: Table,
	keys: Record<Name, Key | null>,
) {
	const named = Object.entries<Key | null>(keys).flatMap(([name, key]) =>
		key ? [{ name, key }] : [],
	);
	const items = await batchGet(
		table,
		named.map(({ key }) => key),
	);
	return <Record>(name: Name, read: (item: Item) => Record) => {
		const item = items[named.findIndex((one) => one.name === name)];
		return item && read(item);
	};
}
