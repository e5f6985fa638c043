/**
 * Returns the same document, in which every number has the format `double` and every integer id `int64`. Without a
 * format, some generators read both as 32 bits: amounts would change, and ids above 2,147,483,647 would fail. Other
 * integers are smaller.
 */
export function with64Bits<Part>(document: Part): Part {
	// Unchecked cast: formats are added, and nothing else changes.
	return replace(document, "") as Part;
}

function replace(value: unknown, name: string): unknown {
	if (Array.isArray(value)) return value.map((one) => replace(one, ""));
	if (typeof value !== "object" || value === null) return value;
	const within = Object.fromEntries(
		Object.entries(value).map(([key, one]) => [
			key,
			key === "example" || key === "examples" ? one : replace(one, key),
		]),
	);
	const format = formatOf(within.type, name);
	return format ? { ...within, format } : within;
}

/** @param type A type, or a list of a type and `null`. */
function formatOf(type: unknown, name: string): string | undefined {
	const types = [type].flat();
	if (types.includes("number")) return "double";
	return types.includes("integer") && isId(name) ? "int64" : undefined;
}

const isId = (name: string) => /^id$|Id$|^orgEntity$/.test(name);
