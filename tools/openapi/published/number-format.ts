/**
 * The same document, in which every number has the format `double` and every integer `int64`. Some generators read a
 * number without a format as 32 bits: amounts would change, and ids above 2,147,483,647 would fail.
 */
export function with64Bits<Part>(document: Part): Part {
	// Unchecked cast: formats are added, nothing else changes.
	return replace(document) as Part;
}

function replace(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(replace);
	if (typeof value !== "object" || value === null) return value;
	const within = Object.fromEntries(
		Object.entries(value).map(([key, one]) => [
			key,
			key === "example" || key === "examples" ? one : replace(one),
		]),
	);
	const format = formatOf(within.type);
	return format ? { ...within, format } : within;
}

const formats = new Map([
	["number", "double"],
	["integer", "int64"],
]);

/** A type may be a list of one and `null`. */
const formatOf = (type: unknown) =>
	formats.get(
		[type]
			.flat()
			.filter((one) => one !== "null")
			.join(),
	);
