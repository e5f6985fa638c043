/** Groups items in order, `size` to a group. Reads the items lazily. */
export function* inGroups<T>(items: Iterable<T>, size: number): Generator<T[]> {
	let group: T[] = [];
	for (const item of items) {
		group.push(item);
		if (group.length < size) continue;
		yield group;
		group = [];
	}
	if (group.length > 0) yield group;
}
