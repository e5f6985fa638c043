import { type Signal, useSignal } from "@preact/signals";
import { type Failure, toFailure } from "./failure.ts";
import type { FiltersOf, ItemOf, ListPart, ListPath } from "./list-types.ts";
import { type Loading, useLoad } from "./load.tsx";
import { useSession } from "./session.ts";

/** How many more entries are read at once. */
export const entriesOfPage = 100;

/** The largest number of requests for one part of a list: a filter may leave little of what a request looks at. */
const requestsMax = 5;

/** A search reads entry after entry. After so many requests, the reader is asked whether to go on. */
const searchRequestsMax = 30;

/** A search for which the API has no filter. It finds entries one of whose texts contains this text. */
export interface Search<Item> {
	text: string;
	textsOf: (item: Item) => readonly string[];
}

export interface List<Item> {
	loading: Loading<readonly Item[]>;
	/** Reads more of the list; undefined at the end. */
	more: (() => void) | undefined;
	isReading: boolean;
	/** Why `more` failed. */
	failure: Failure | undefined;
}

interface Which<Item> {
	/** The id in the path. */
	id?: string;
	search?: Search<Item> | undefined;
}

/** A list of records, read as far as the reader wants to see it. */
export function useList<Path extends ListPath>(
	path: Path,
	filters: FiltersOf<Path>,
	which: Which<ItemOf<Path>> = {},
): List<ItemOf<Path>> {
	type Item = ItemOf<Path>;
	const readPart = useReadList(path, filters, which);
	const part = useSignal<ListPart<Item>>({ items: [], nextCursor: null });
	const rest = useMore(part, (cursor) => readPart({ cursor }));
	const loading = useLoad(
		`${path} ${JSON.stringify([which.id, filters, which.search?.text])}`,
		async (signal) => {
			part.value = await readPart({ signal });
			return part.value.items;
		},
	);
	const { items } = part.value;
	return {
		loading: loading.kind === "READY" ? { ...loading, data: items } : loading,
		...rest,
	};
}

/** Reads on where a part of a list ends, and adds what it finds. */
export function useMore<Item>(
	part: Signal<ListPart<Item>>,
	readPart: (cursor: string) => Promise<ListPart<Item>>,
): Omit<List<Item>, "loading"> {
	const isReading = useSignal(false);
	const failed = useSignal<
		{ after: ListPart<Item>; failure: Failure } | undefined
	>(undefined);
	const more = async (cursor: string) => {
		if (isReading.value) return;
		isReading.value = true;
		failed.value = undefined;
		const before = part.value;
		try {
			const next = await readPart(cursor);
			// If not, the list has been replaced by now.
			if (part.value === before)
				part.value = { ...next, items: [...before.items, ...next.items] };
		} catch (error) {
			failed.value = { after: before, failure: toFailure(error) };
		}
		isReading.value = false;
	};
	const { nextCursor } = part.value;
	return {
		more: nextCursor === null ? undefined : () => void more(nextCursor),
		isReading: isReading.value,
		failure:
			failed.value?.after === part.value ? failed.value.failure : undefined,
	};
}

function finds<Item>({ text, textsOf }: Search<Item>) {
	const wanted = text.toLowerCase();
	return (item: Item) =>
		textsOf(item).some((one) => one.toLowerCase().includes(wanted));
}

/** Reads a list until there are enough entries, or the largest number of requests was sent. */
function useReadList<Path extends ListPath>(
	path: Path,
	filters: FiltersOf<Path>,
	{ id, search }: Which<ItemOf<Path>> = {},
) {
	const { client } = useSession();
	const keep = search ? finds(search) : () => true;
	return async ({
		cursor,
		signal,
		enough = entriesOfPage,
	}: {
		cursor?: string;
		signal?: AbortSignal;
		/** The number of entries that are enough. */
		enough?: number;
	}): Promise<ListPart<ItemOf<Path>>> => {
		const items: ItemOf<Path>[] = [];
		let nextCursor: string | null = cursor ?? null;
		for (
			let requests = 0;
			requests < (search ? searchRequestsMax : requestsMax);
			requests++
		) {
			const page: ListPart<ItemOf<Path>> = await client.readPage(
				path,
				toQuery(filters, nextCursor),
				{ id, signal },
			);
			items.push(...page.items.filter(keep));
			({ nextCursor } = page);
			if (nextCursor === null || items.length >= enough) break;
		}
		return { items, nextCursor };
	};
}

function toQuery(filters: object, cursor: string | null) {
	const query: Record<string, string | number> = { limit: entriesOfPage };
	for (const [name, value] of Object.entries(filters))
		if (value !== "" && value !== undefined) query[name] = value;
	if (cursor !== null) query.cursor = cursor;
	return query;
}

/** Reads the start of a list that is counted or added up, as far as `requestsMax` requests reach. */
export function useStart<Path extends ListPath>(
	path: Path,
	filters: FiltersOf<Path>,
): Loading<ListPart<ItemOf<Path>>> {
	const readPart = useReadList(path, filters);
	return useLoad(`${path} ${JSON.stringify(filters)}`, (signal) =>
		readPart({ signal, enough: Number.POSITIVE_INFINITY }),
	);
}
