/**
 * The SKUs whose item code an earlier one of the request has, in any case: of each code only the first is
 * created (`decisions.md`, "SKUs").
 */
export function repeatedCodes<T extends { itemCode?: string | undefined }>(
	skus: readonly T[],
): Set<T> {
	const seen = new Set<string>();
	const repeated = new Set<T>();
	for (const sku of skus) {
		const code = sku.itemCode?.toLowerCase();
		if (code === undefined) continue;
		if (seen.has(code)) repeated.add(sku);
		seen.add(code);
	}
	return repeated;
}
