import {
	gstTaxKey,
	isKeyText,
	purchaseOrderKey,
	tagKey,
	tdsTaxKey,
	userKey,
	vendorKey,
} from "../../dynamodb/keys.ts";
import { batchGetGroups } from "../../dynamodb/reads/batch-get.ts";
import type { Table } from "../../dynamodb/table.ts";
import { toUser } from "../../organizations/organizations.store.ts";
import { toTag } from "../../organizations/tags/tags.store.ts";
import { toTax } from "../../organizations/taxes/taxes.store.ts";
import { toPricedPurchaseOrder } from "../../purchase-orders/purchase-orders.store.ts";
import { toVendor } from "../../vendors/vendors.store.ts";
import type {
	AdvanceReferenceIds,
	AdvanceReferences,
} from "./check-advance.ts";

/**
 * Reads everything that an advance's checks need, 100 keys to a call. When a record is missing, later ones in the order
 * of the checks may be left unread, since the first missing one rejects the advance.
 */
export async function findAdvanceReferences(
	table: Table,
	organizationId: string,
	names: AdvanceReferenceIds,
): Promise<AdvanceReferences> {
	const { vendorId, gstId, tdsId, purchaseOrderId, tagSlugs, userIds } = names;
	const found = await batchGetGroups(table, {
		vendor: [vendorKey(organizationId, vendorId)],
		gst: gstId === null ? [] : [gstTaxKey(organizationId, gstId)],
		tds: tdsId === null ? [] : [tdsTaxKey(organizationId, tdsId)],
		tags: tagSlugs
			.filter(isKeyText)
			.map((slug) => tagKey(organizationId, slug)),
		purchaseOrder:
			purchaseOrderId === null
				? []
				: [purchaseOrderKey(organizationId, purchaseOrderId)],
		users: userIds.filter(isKeyText).map((id) => userKey(organizationId, id)),
	});
	const [vendor] = found.vendor.map(toVendor);
	const [gst] = found.gst.map(toTax);
	const [tds] = found.tds.map(toTax);
	const [purchaseOrder] = found.purchaseOrder.map(toPricedPurchaseOrder);
	const tags = found.tags.map(toTag).map((tag) => [tag.slug, tag] as const);
	const users = found.users.map(toUser).map((user) => [user.id, user] as const);
	return {
		vendor,
		gst,
		tds,
		purchaseOrder,
		tags: new Map(tags),
		users: new Map(users),
	};
}
