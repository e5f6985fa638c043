import { toUser } from "../../shared/store/organizations.ts";
import type { Item } from "../../shared/store/read-each.ts";
import { toSku } from "../../shared/store/skus.ts";
import { toTagConfiguration } from "../../shared/store/tags.ts";
import { toTax } from "../../shared/store/taxes.ts";
import { toVendor } from "../../shared/store/vendors.ts";

export const exportUsers = (items: readonly Item[]) => items.map(toUser);

export const exportVendors = (items: readonly Item[]) => items.map(toVendor);

export const exportTaxes = (items: readonly Item[]) =>
	items.map(toTax).sort((one, other) => one.id - other.id);

export const exportTags = (items: readonly Item[]) =>
	items.map((item) => {
		const { options, ...tag } = toTagConfiguration(item);
		return tag.type === "DROPDOWN" ? { ...tag, options } : tag;
	});

/** Those with a code by code, then those without. */
export const exportSkus = (items: readonly Item[]) =>
	items.map((item) => {
		const { name, itemCode, unit, rate, hsnSac } = toSku(item);
		return {
			name,
			...(itemCode !== null && { itemCode }),
			...(unit !== null && { unit }),
			...(rate !== null && { rate }),
			...(hsnSac !== null && { hsnSac }),
		};
	});
