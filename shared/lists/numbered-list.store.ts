import type { RecordList } from "./record-list.store.ts";

/**
 * A list whose records are all in memory.
 *
 * @param records In ascending order of their numbers, which are the positions.
 */
export function numberedList(
	records: readonly { number: number; record: object }[],
): RecordList {
	return {
		isFiltered: false,
		// It is only compared with the numbers.
		isPosition: () => true,
		async read(after, count) {
			const isBehind = (number: number) =>
				after === null || number > Number(after);
			const open = records.filter(({ number }) => isBehind(number));
			const entries = open.slice(0, count).map(({ number, record }) => ({
				position: `${number}`,
				record,
				bytes: 0,
			}));
			return { entries, isEnd: open.length <= count };
		},
	};
}

/** A list of one record or none. */
export const lookUpList = (record: object | undefined): RecordList =>
	numberedList(record ? [{ number: 0, record }] : []);
