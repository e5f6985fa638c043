/** A cursor is opaque to the caller: inside, it is the position in the request at which the next page begins. */
export const toCursor = (position: number): string =>
	Buffer.from(`${position}`).toString("base64url");

/** @returns undefined when it is none that `toCursor` makes. */
export function fromCursor(cursor: string): number | undefined {
	const position = Number(Buffer.from(cursor, "base64url").toString());
	const isOurs =
		Number.isSafeInteger(position) && toCursor(position) === cursor;
	return isOurs && position > 0 ? position : undefined;
}
