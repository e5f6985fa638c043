/**
 * What a file may hold. A run takes some 30,000 payments; these limits are far above that, and keep a damaged or a
 * hostile file from using up the memory of the machine that reads it.
 */
export const limits = {
	fileBytes: 64 * 1024 * 1024,
	/** The size of all parts of a workbook that are read, together. */
	unpackedBytes: 192 * 1024 * 1024,
	rows: 200_000,
	/** Empty cells between others are counted. */
	cells: 4_000_000,
	/** Spreadsheets keep no longer text in a cell. */
	cellCharacters: 32_767,
	/** Characters in the texts that the cells of a workbook share. */
	sharedCharacters: 64 * 1024 * 1024,
	mergedRanges: 100_000,
	/** Each row is compared with each of them. */
	conditionalRanges: 1_000,
} as const;
