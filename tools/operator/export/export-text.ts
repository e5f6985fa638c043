import { toExactJson } from "../../../shared/domain/json/exact-json.ts";
import type { OrganizationExport } from "./export-organization.ts";

/** The export as JSON with one list entry per line, in pieces: it may exceed the maximum length of a string. */
export function* exportText(document: OrganizationExport): Generator<string> {
	let opening = "{";
	for (const [name, value] of Object.entries(document)) {
		yield `${opening}\n"${name}": `;
		if (Array.isArray(value)) yield* listText(value);
		else yield toExactJson(value);
		opening = ",";
	}
	yield "\n}\n";
}

function* listText(entries: readonly unknown[]): Generator<string> {
	if (entries.length === 0) {
		yield "[]";
		return;
	}
	let opening = "[";
	for (const entry of entries) {
		yield `${opening}\n${toExactJson(entry)}`;
		opening = ",";
	}
	yield "\n]";
}
