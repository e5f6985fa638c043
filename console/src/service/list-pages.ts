import { useSignal } from "@preact/signals";
import { type Failure, toFailure } from "./failure.ts";
import { type Loading, useLoad } from "./load.tsx";

/** How many more entries are read at once. */
const entriesOfPage = 100;

/** A list that is read page by page, as far as the reader wants to see it. */
export function useListPages<Item>(
	key: string,
	start: () => AsyncGenerator<Item, void, undefined>,
): {
	loading: Loading<readonly Item[]>;
	/** Absent at the end. */
	more: (() => void) | undefined;
	failure: Failure | undefined;
} {
	const items = useSignal<readonly Item[]>([]);
	const rest = useSignal<AsyncGenerator<Item, void, undefined> | undefined>(
		undefined,
	);
	const failure = useSignal<Failure | undefined>(undefined);
	const loading = useLoad(key, async () => {
		const iterator = start();
		const page = await take(iterator);
		items.value = page.items;
		rest.value = page.isLast ? undefined : iterator;
		return page.items;
	});
	const more = async () => {
		const { value: iterator } = rest;
		if (!iterator) return;
		failure.value = undefined;
		try {
			const page = await take(iterator);
			items.value = [...items.value, ...page.items];
			if (page.isLast) rest.value = undefined;
		} catch (error) {
			failure.value = toFailure(error);
			rest.value = undefined;
		}
	};
	return {
		loading:
			loading.kind === "READY" ? { ...loading, data: items.value } : loading,
		more: rest.value && (() => void more()),
		failure: failure.value,
	};
}

async function take<Item>(iterator: AsyncGenerator<Item, void, undefined>) {
	const items: Item[] = [];
	while (items.length < entriesOfPage) {
		const { done, value } = await iterator.next();
		if (done) return { items, isLast: true };
		items.push(value);
	}
	return { items, isLast: false };
}
