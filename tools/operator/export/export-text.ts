import { toExactJson } from "../../../shared/json/exact-json.ts";
import type { OrganizationExport } from "./export-organization.ts";

/** The export as JSON with one list entry per line. It comes in pieces, each of which is read when it is written. */
export async function* exportText(
	document: OrganizationExport,
): AsyncGenerator<string> {
	let opening = "{";
	for (const [name, value] of Object.entries(document)) {
		yield `${opening}\n"${name}": `;
		if (Symbol.asyncIterator in value || Array.isArray(value))
			yield* listText(value);
		else yield toExactJson(value);
		opening = ",";
	}
	yield "\n}\n";
}

/** An array with one entry per line, in pieces, since it may exceed the maximum length of a string. */
export async function* listText(
	entries: AsyncIterable<object> | readonly object[],
): AsyncGenerator<string> {
	let opening = "[";
	for await (const entry of entries) {
		yield `${opening}\n${toExactJson(entry)}`;
		opening = ",";
	}
	yield opening === "[" ? "[]" : "\n]";
}
