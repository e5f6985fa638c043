/** How many items have each name. */
export function tally<T>(
	items: Iterable<T>,
	nameOf: (item: T) => string,
): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const item of items) {
		const name = nameOf(item);
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}
