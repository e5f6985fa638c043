import { useSignal } from "@preact/signals";

/** Which rows of a list are chosen. */
export interface Choice<Item> {
	items: readonly Item[];
	isChosen: (item: Item) => boolean;
	/** The label of the box that chooses the item; undefined if it cannot be chosen. */
	labelOf: (item: Item) => string | undefined;
	choose: (items: readonly Item[], isChosen: boolean) => void;
}

export function useChoice<Item>(
	keyOf: (item: Item) => string,
	labelOf: (item: Item) => string | undefined,
): Choice<Item> {
	const chosen = useSignal<ReadonlyMap<string, Item>>(new Map());
	return {
		items: [...chosen.value.values()],
		isChosen: (item) => chosen.value.has(keyOf(item)),
		labelOf,
		choose(items, isChosen) {
			const next = new Map(chosen.value);
			for (const item of items)
				if (isChosen) next.set(keyOf(item), item);
				else next.delete(keyOf(item));
			chosen.value = next;
		},
	};
}
