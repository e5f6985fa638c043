import type { Key } from "../../../shared/dynamodb/keys.ts";

/** Up to three times as many keys are in memory, which is some 30 MB. */
const keysHeldMax = 100_000;

export interface SortedKeys {
	/** The next keys. */
	keys: Key[];
	/** How many keys there are, these included, as far as is known now. */
	total: number;
}

/**
 * Sorts keys with a bounded memory: it reads all of them and yields the first `heldMax`, then reads all again for the
 * next ones. Each key is read once for every `heldMax` keys, which is still far less than reading the records.
 *
 * @param readPages Reads the keys in any order.
 * @param compare Returns 0 only for the same key.
 */
export async function* keysInOrder(
	readPages: () => AsyncIterable<Key[]>,
	compare: (one: Key, other: Key) => number,
	heldMax = keysHeldMax,
): AsyncGenerator<SortedKeys> {
	let last: Key | undefined;
	for (;;) {
		const { keys, total } = await readFirst(last);
		yield { keys, total };
		if (keys.length < heldMax) return;
		last = keys.at(-1);
	}

	async function readFirst(after: Key | undefined): Promise<SortedKeys> {
		let keys: Key[] = [];
		let total = 0;
		for await (const page of readPages()) {
			total += page.length;
			for (const key of page)
				if (!after || compare(key, after) > 0) keys.push(key);
			if (keys.length >= 2 * heldMax) keys = firstOf(keys);
		}
		return { keys: firstOf(keys), total };
	}

	function firstOf(keys: Key[]): Key[] {
		return keys.sort(compare).slice(0, heldMax);
	}
}

/** Compares by code units, so that the order does not depend on the locale. */
export const byPartition = (one: Key, other: Key) => compare(one.pk, other.pk);

export const bySortKey = (one: Key, other: Key) => compare(one.sk, other.sk);

function compare(one: string, other: string): number {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
