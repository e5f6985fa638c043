/** Records in a fixed order that can be read from any position. */
export interface RecordList {
	/** Does a filter leave out records, so that a page examines more than it shows? */
	isFiltered: boolean;
	/** Has the text the form of this list's positions? A caller can make a cursor of any text. */
	isPosition(text: string): boolean;
	/**
	 * Reads the next entries.
	 *
	 * @param after Position of the previous entry; null for the start. An entry need not have it, but `isPosition` holds.
	 * @param count Maximum number of entries.
	 */
	read(after: string | null, count: number): Promise<ListSlice>;
}

export interface ListSlice {
	/** Generated lazily, so that a full page does not convert the rest. */
	entries: Iterable<ListEntry>;
	/** Are these the last entries? */
	isEnd: boolean;
}

export interface ListEntry extends Shown {
	position: string;
}

/** A record in a list. */
export interface Shown {
	/** The record to show, with decimals as `Decimal`; undefined when it is filtered out. */
	record: object | undefined;
	/** Examined size. */
	bytes: number;
}
