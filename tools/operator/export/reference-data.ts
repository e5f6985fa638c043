import { toAuthors } from "../../../shared/actors/authors.store.ts";
import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import { toUser } from "../../../shared/organizations/organizations.store.ts";
import { toTagConfiguration } from "../../../shared/organizations/tags/tags.store.ts";
import { toTax } from "../../../shared/organizations/taxes/taxes.store.ts";
import { toPresent } from "../../../shared/schemas/described.ts";
import { toSkuDetails } from "../../../shared/skus/sku.ts";
import { toSku } from "../../../shared/skus/skus.store.ts";
import { describedVendor } from "../../../shared/vendors/vendor.ts";
import { toVendor } from "../../../shared/vendors/vendors.store.ts";

export const exportUsers = (items: readonly Item[]) =>
	items.map((item) => {
		const { email, permissions, ...user } = toUser(item);
		return {
			...user,
			...(email !== null && { email }),
			...(permissions.length > 0 && { permissions }),
			...toAuthors(item),
		};
	});

export const exportVendors = (items: readonly Item[]) =>
	items.map((item) => {
		const vendor = toVendor(item);
		return {
			id: vendor.id,
			name: vendor.name,
			...toPresent(describedVendor, vendor),
			...toAuthors(item),
		};
	});

export const exportTaxes = (items: readonly Item[]) =>
	items.map((item) => ({ ...toTax(item), ...toAuthors(item) }));

export const exportTags = (items: readonly Item[]) =>
	items.map((item) => {
		const { options, ...tag } = toTagConfiguration(item);
		const isDropdown = tag.type === "DROPDOWN";
		return { ...tag, ...(isDropdown && { options }), ...toAuthors(item) };
	});

/** SKUs in the order of the items: those with an item code come first, by code. */
export const exportSkus = (items: readonly Item[]) =>
	items.map((item) => {
		const details = Object.entries(toSkuDetails(toSku(item), (rate) => rate));
		const present = details.filter(([, value]) => value !== null);
		return { ...Object.fromEntries(present), ...toAuthors(item) };
	});
