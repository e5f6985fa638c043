/** A cursor is opaque to the caller. It encodes the position in the request at which the next page begins. */
export const toCursor = (position: number): string =>
	Buffer.from(`${position}`).toString("base64url");

/** @returns undefined for a text that `toCursor` does not make. */
export function fromCursor(cursor: string): number | undefined {
	const position = Number(Buffer.from(cursor, "base64url").toString());
	const isOurs =
		Number.isSafeInteger(position) && toCursor(position) === cursor;
	return isOurs && position > 0 ? position : undefined;
}
