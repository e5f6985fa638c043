import type { SchemaFailure } from "../../shared/errors/validate.ts";
import type { OrganizationFile } from "./schema.ts";

/** A file without the entries that fail the schema, for the further checks. */
export interface ValidPart {
	file: OrganizationFile;
	/** Converts a pointer into this part to one into the whole file. */
	toOriginal(pointer: string): string;
}

/**
 * Leaves out what failed the schema: an entry of a list, or the whole of another property.
 *
 * @returns Undefined when that is the organization itself, or no property can be left out.
 */
export function validPart(
	value: unknown,
	failures: readonly SchemaFailure[],
): ValidPart | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const part: Record<string, unknown> = { ...value };
	const invalid = new Map<string, Set<number>>();
	for (const { instancePath, keyword, params } of failures) {
		const [, name = "", index = ""] = instancePath.split("/");
		if (name === "" && keyword === "additionalProperties")
			delete part[String(params.additionalProperty)];
		else if (name === "" || name === "org") return undefined;
		else if (Array.isArray(part[name]) && index !== "")
			invalid.set(name, (invalid.get(name) ?? new Set()).add(Number(index)));
		else delete part[name];
	}
	const originals = new Map<string, number[]>();
	for (const [name, indexes] of invalid) {
		const entries = part[name];
		if (!Array.isArray(entries)) continue;
		const kept = [...entries.keys()].filter((index) => !indexes.has(index));
		originals.set(name, kept);
		part[name] = kept.map((index) => entries[index]);
	}
	// What refers to an entry that was left out cannot be checked.
	for (const [name, referring] of [
		["users", "apiKeys"],
		["purchaseOrders", "advances"],
	] as const)
		if (invalid.has(name) || isLeftOut(value, part, name))
			delete part[referring];
	return {
		// Unchecked cast: everything that failed the schema is left out.
		file: part as Record<string, unknown> & OrganizationFile,
		toOriginal: (pointer) =>
			pointer.replace(/^\/(\w+)\/(\d+)/, (same, name, index) => {
				const original = originals.get(name)?.[Number(index)];
				return original === undefined ? same : `/${name}/${original}`;
			}),
	};
}

const isLeftOut = (value: object, part: object, name: string) =>
	name in value && !(name in part);
