/**
 * Whether a value matches a pattern of event filtering. An object must have every member of the pattern, with a value
 * that one of the listed ones describes: a text itself, or `{prefix}`.
 *
 * @throws When the pattern has a comparison that the local stack does not support.
 */
export function matchesPattern(value: unknown, pattern: unknown): boolean {
	if (!isObject(pattern)) throw unsupported(pattern);
	return Object.entries(pattern).every(([name, expected]) => {
		const member = isObject(value) ? value[name] : undefined;
		return Array.isArray(expected)
			? expected.some((one) => isAs(member, one))
			: matchesPattern(member, expected);
	});
}

function isAs(value: unknown, expected: unknown): boolean {
	if (typeof expected === "string") return value === expected;
	const [comparison] = isObject(expected) ? Object.entries(expected) : [];
	const [name, operand] = comparison ?? [];
	if (name === "prefix" && typeof operand === "string")
		return typeof value === "string" && value.startsWith(operand);
	throw unsupported(expected);
}

const unsupported = (pattern: unknown) =>
	new Error(
		`The local stack does not understand the event filter ${JSON.stringify(pattern)}`,
	);

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
