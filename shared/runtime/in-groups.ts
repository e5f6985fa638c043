/** The items in their order, so many to a group; read only as groups are asked for. */
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
