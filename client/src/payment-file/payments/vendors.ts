/** A vendor of the organization. */
export interface NamedVendor {
	vendorId: string;
	name: string;
}

/** Makes names comparable: the result is the same however a name is spaced, composed or capitalised. */
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
 * Finds vendors by their id or their name. A text that is the id of a vendor means that vendor, even if it is the name of
 * another.
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
