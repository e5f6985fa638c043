/**
 * Runs `act` for each item with limited concurrency. After a failure, no further item is started; the error is thrown
 * when all started ones have ended.
 */
export async function forEachConcurrently<T>(
	items: Iterable<T>,
	atOnce: number,
	act: (item: T) => Promise<unknown>,
): Promise<void> {
	const waiting = oneByOne(items);
	const workers = Array.from({ length: atOnce }, async () => {
		// An exception closes the shared generator, which also ends the other loops.
		for (const item of waiting) await act(item);
	});
	for (const worker of await Promise.allSettled(workers)) {
		if (worker.status === "rejected") throw worker.reason;
	}
}

/** `forEachConcurrently` that runs every item, even after failures. */
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
