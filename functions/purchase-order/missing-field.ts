import { memberPointer } from "../../shared/domain/json-pointer.ts";

/** Of a JSON Schema what says that something is required, and where. */
export interface RequiringSchema {
	type?: string;
	required?: readonly string[];
	properties?: Readonly<Record<string, RequiringSchema>>;
	items?: RequiringSchema;
}

/**
 * The pointer of the first required property that a value lacks, at any depth: an object's own before those of
 * its members, in the schema's order; null: none.
 */
export function findMissingField(
	schema: RequiringSchema,
	value: unknown,
	pointer = "",
): string | null {
	if (Array.isArray(value)) {
		return firstFound(value.entries(), ([index, item]) =>
			findMissingField(schema.items ?? {}, item, memberPointer(pointer, index)),
		);
	}
	if (typeof value !== "object" || value === null) return null;
	const members = new Map(Object.entries(value));
	const { required = [], properties = {} } = schema;
	const missing = required.find((name) => !members.has(name));
	if (missing !== undefined) return memberPointer(pointer, missing);
	return firstFound(Object.entries(properties), ([name, member]) =>
		findMissingField(member, members.get(name), memberPointer(pointer, name)),
	);
}

function firstFound<T>(
	candidates: Iterable<T>,
	find: (candidate: T) => string | null,
): string | null {
	for (const candidate of candidates) {
		const found = find(candidate);
		if (found !== null) return found;
	}
	return null;
}
