/** A vendor of the organization. */
export interface NamedVendor {
	vendorId: string;
	name: string;
}

/** A text as names are compared: one text, however it is spaced, composed and written in capitals. */
export const toComparable = (text: string): string =>
	text
		.normalize("NFKC")
		.replace(/\p{Cf}/gu, "")
		.replace(/\s+/gu, " ")
		.trim()
		.toLowerCase();

/** The vendors that a text may name. */
export type FindVendors = (text: string) => readonly NamedVendor[];

/**
 * Finds vendors by their id or their name. A text that is the id of one vendor means that vendor, whatever others are
 * called.
 */
export function indexVendors(vendors: Iterable<NamedVendor>): FindVendors {
	const byId = new Map<string, NamedVendor>();
	const byText = new Map<string, Set<NamedVendor>>();
	for (const vendor of vendors) {
		byId.set(vendor.vendorId, vendor);
		for (const text of [vendor.vendorId, vendor.name]) {
			const key = toComparable(text);
			const same = byText.get(key);
			if (same) same.add(vendor);
			else byText.set(key, new Set([vendor]));
		}
	}
	return (text) => {
		const exact = byId.get(text.trim());
		return exact ? [exact] : [...(byText.get(toComparable(text)) ?? [])];
	};
}
