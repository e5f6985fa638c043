interface Page<Listed> {
	items: Listed[];
	nextCursor: string | null;
}

/** Yields the items of all pages. A page may be empty before the end. */
export async function* iteratePages<Listed>(
	readPage: (cursor: string | undefined) => Promise<Page<Listed>>,
	firstCursor: string | undefined,
): AsyncGenerator<Listed, void, undefined> {
	let cursor = firstCursor;
	do {
		const { items, nextCursor } = await readPage(cursor);
		yield* items;
		cursor = nextCursor ?? undefined;
	} while (cursor !== undefined);
}
