/**
 * Acts on each item, so many at a time. After a failure none is begun any more; it is thrown when those under way
 * have ended, so that nothing goes on behind the caller's back.
 */
export async function forEachConcurrently<T>(
	items: Iterable<T>,
	atOnce: number,
	act: (item: T) => Promise<unknown>,
): Promise<void> {
	const waiting = oneByOne(items);
	const workers = Array.from({ length: atOnce }, async () => {
		// A loop that is left by an exception ends the generator, and with it the other loops.
		for (const item of waiting) await act(item);
	});
	for (const worker of await Promise.allSettled(workers)) {
		if (worker.status === "rejected") throw worker.reason;
	}
}

/** `forEachConcurrently` for items of which each is to be tried, whatever becomes of the others. */
export async function forEachSettled<T>(
	items: Iterable<T>,
	atOnce: number,
	act: (item: T) => Promise<unknown>,
): Promise<void> {
	const failures: unknown[] = [];
	await forEachConcurrently(items, atOnce, async (item) => {
		const [attempt] = await Promise.allSettled([act(item)]);
		if (attempt.status === "rejected") failures.push(attempt.reason);
	});
	if (failures.length === 0) return;
	const [cause] = failures;
	throw new AggregateError(failures, `${failures.length} failed`, { cause });
}

function* oneByOne<T>(items: Iterable<T>) {
	yield* items;
}
