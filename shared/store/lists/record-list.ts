/** Records in a fixed order that can be read on from any position. */
export interface RecordList {
	/** Does it leave out records? Then a page examines more of them than it shows. */
	isFiltered: boolean;
	/**
	 * The next entries.
	 *
	 * @param after Position of the entry before; null: from the start. Any text is one, even if no entry has it.
	 * @param count At most so many.
	 */
	read(after: string | null, count: number): Promise<ListSlice>;
}

export interface ListSlice {
	/** Made as they are taken: whoever has enough of them spares the rest. */
	entries: Iterable<ListEntry>;
	/** Is there nothing behind them? */
	isEnd: boolean;
}

export interface ListEntry extends Shown {
	position: string;
}

/** What a list makes of one record. */
export interface Shown {
	/** As the list shows it, decimals as `Money`; undefined: it does not. */
	record: object | undefined;
	/** What was examined for it. */
	bytes: number;
}
