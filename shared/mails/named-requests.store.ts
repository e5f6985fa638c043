import {
	gstTaxKey,
	type Key,
	organizationKey,
	purchaseOrderKey,
	tagKey,
	tdsTaxKey,
	userKey,
	vendorKey,
} from "../dynamodb/keys.ts";
import { batchGet, type Item } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { fromExactJson, toExactJson } from "../json/exact-json.ts";
import {
	toOrganization,
	toUser,
} from "../organizations/organizations.store.ts";
import { toTagConfiguration } from "../organizations/tags/tags.store.ts";
import { toTax } from "../organizations/taxes/taxes.store.ts";
import type { PaymentRequest } from "../payment-requests/payment-request.ts";
import type { OrderDetails } from "../purchase-orders/purchase-order.record.ts";
import { toDetailedPurchaseOrder } from "../purchase-orders/purchase-orders.store.ts";
import { toVendor } from "../vendors/vendors.store.ts";
import type {
	NamedOrder,
	NamedRequest,
	NamedTag,
} from "./content/request-rows.ts";

/**
 * The records to which a payment request refers, as people read them, in one read.
 *
 * @param userIds The people to name besides those of the request.
 */
export async function findNames(
	table: Table,
	organizationId: string,
	{ request, userIds }: { request: PaymentRequest; userIds: readonly string[] },
): Promise<NamedRequest> {
	const { vendorId, purchaseOrderLinkId, tax, tags } = request;
	const { createdBy, resubmittedBy } = request;
	const { gstId, tdsId } = tax;
	const users = [
		...new Set([
			...userIds,
			...[createdBy, resubmittedBy].flatMap((by) => by?.userId ?? []),
		]),
	];
	const slugs = Object.keys(tags);
	const items = await findItems(table, {
		organization: [organizationKey(organizationId)],
		vendor: [vendorKey(organizationId, vendorId)],
		gst: gstId === null ? [] : [gstTaxKey(organizationId, gstId)],
		tds: tdsId === null ? [] : [tdsTaxKey(organizationId, tdsId)],
		order:
			purchaseOrderLinkId === null
				? []
				: [purchaseOrderKey(organizationId, purchaseOrderLinkId)],
		users: users.map((id) => userKey(organizationId, id)),
		tags: slugs.map((slug) => tagKey(organizationId, slug)),
	});
	const [organization] = items.organization.map(
		(item) => item && toOrganization(item),
	);
	const [vendor] = items.vendor;
	const [gst] = items.gst;
	const [tds] = items.tds;
	const [order] = items.order;
	return {
		organizationName: organization?.name ?? "",
		timezone: organization?.timezone ?? "UTC",
		people: new Map(
			items.users.flatMap((item) => {
				if (!item) return [];
				const { id, name } = toUser(item);
				return [[id, name] as const];
			}),
		),
		vendorName: vendor ? toVendor(vendor).name : null,
		gstName: gst ? toTax(gst).name : null,
		tdsName: tds ? toTax(tds).name : null,
		order: order ? toNamedOrder(order) : null,
		tags: slugs.map((slug, index) =>
			toNamedTag(slug, tags[slug]?.value, items.tags[index]),
		),
	};
}

/** The names of users by their ids, without unknown ones. */
export async function findPeople(
	table: Table,
	organizationId: string,
	userIds: readonly string[],
): Promise<Map<string, string>> {
	const ids = [...new Set(userIds)];
	const items = await batchGet(
		table,
		ids.map((id) => userKey(organizationId, id)),
	);
	return new Map(
		items.flatMap((item) => {
			if (!item) return [];
			const { id, name } = toUser(item);
			return [[id, name] as const];
		}),
	);
}

/** Reads the items of all groups together. */
async function findItems<Name extends string>(
	table: Table,
	groups: Record<Name, readonly Key[]>,
): Promise<Record<Name, (Item | undefined)[]>> {
	const named = Object.entries<readonly Key[]>(groups);
	const found = await batchGet(
		table,
		named.flatMap(([, keys]) => keys),
	);
	let start = 0;
	const items = named.map(([name, keys]) => {
		const own = found.slice(start, start + keys.length);
		start += keys.length;
		return [name, own] as const;
	});
	// Unchecked cast: `items` has one entry for each name of `groups`.
	return Object.fromEntries(items) as Record<Name, (Item | undefined)[]>;
}

function toNamedOrder(item: Item): NamedOrder {
	const { poNumber, amount, details } = toDetailedPurchaseOrder(item);
	// Unchecked cast: `toOrderDetails` wrote the JSON.
	const { description } =
		details === null ? {} : (fromExactJson(details) as OrderDetails);
	return {
		// Empty: an organization file names none.
		poNumber: poNumber === "" ? null : poNumber,
		amount,
		description: description ?? null,
	};
}

/** By the names of the tag and of the option. */
function toNamedTag(
	slug: string,
	value: unknown,
	item: Item | undefined,
): NamedTag {
	const text = typeof value === "string" ? value : toExactJson(value);
	if (!item) return { name: slug, value: text };
	const { name, options } = toTagConfiguration(item);
	const option = options.find(({ id }) => `${id}` === text);
	return { name, value: option?.name ?? text };
}
