/**
 * The same document, in which every number has the format `double`. Some generators read a number without a format as
 * 32 bits, which have 7 digits: amounts would change.
 */
export function toDoubles<Part>(document: Part): Part {
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
	return isNumber(within.type) ? { ...within, format: "double" } : within;
}

const isNumber = (type: unknown): boolean =>
	`${type}` === "number" || `${type}` === "number,null";
