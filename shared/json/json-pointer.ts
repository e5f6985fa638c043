/** The JSON pointer of a member of the value at `pointer` (RFC 6901). */
export function memberPointer(pointer: string, key: string | number): string {
	const escaped = String(key).replaceAll("~", "~0").replaceAll("/", "~1");
	return `${pointer}/${escaped}`;
}
