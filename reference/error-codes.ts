/** The same document; the description of each response lists the error codes that its schema allows. */
export function withErrorCodes<T>(document: T): T {
	// Unchecked cast: only texts change.
	return describe(document) as T;
}

function describe(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(describe);
	if (!isObject(value)) return value;
	const { description, content } = value;
	if (typeof description === "string" && isObject(content)) {
		const codes = [...new Set(findCodes(content))];
		return codes.length > 0
			? { ...value, description: `${description}\n\n${toList(codes)}` }
			: value;
	}
	return mapValues(value, describe);
}

const toList = (codes: unknown[]) =>
	`Codes: ${codes.map((code) => `\`${code}\``).join(", ")}`;

/** The values of `error.code` in the schemas of a response. */
function findCodes(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap(findCodes);
	if (!isObject(value)) return [];
	const code = propertyOf(propertyOf(value, "error"), "code");
	if (isObject(code) && Array.isArray(code.enum)) return code.enum;
	return Object.values(value).flatMap(findCodes);
}

/** The schema of a property of a schema. */
const propertyOf = (schema: unknown, name: string): unknown =>
	isObject(schema) && isObject(schema.properties)
		? schema.properties[name]
		: undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const mapValues = (
	record: Record<string, unknown>,
	map: (value: unknown) => unknown,
): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(record).map(([key, value]) => [key, map(value)]),
	);
