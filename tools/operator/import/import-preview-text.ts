import { toExactJson } from "../../../shared/json/exact-json.ts";
import { toSingleLine } from "../../../shared/logging/terminal-text.ts";
import {
	changeText,
	type ImportChanges,
} from "../../organization-files/import/import-changes.ts";
import type { ImportPreview } from "./dry-run-import.ts";

/** How many lines of each kind are shown, since a large file may have many. */
const linesShown = 100;
/** How many errors, and how many warnings, are in the JSON. */
const entriesMax = 1_000;

/** A preview in words: changes, warnings and errors, each with its pointer. */
export function* previewText({
	changes,
	summary,
	warnings,
	errors,
}: ImportPreview): Generator<string> {
	yield* section("Changes", changes.map(changeText));
	yield* section(
		"Warnings",
		warnings.map(({ pointer, message }) => `${pointer} ${message}`),
	);
	yield* section(
		"Errors",
		errors.map(({ message }) => message),
	);
	const { create, change, unchanged } = summary;
	const found = `${count(warnings.length, "warning")}, ${count(errors.length, "error")}`;
	yield `Dry run: ${create} to create, ${change} to change, ${unchanged} unchanged, ${found}. Nothing was changed.\n`;
}

/** A preview as JSON. */
export function previewJson(preview: ImportPreview): string {
	const { organizationId, summary, changes, warnings, errors } = preview;
	const shown = {
		organizationId,
		summary: {
			...summary,
			warnings: warnings.length,
			errors: errors.length,
		},
		changes,
		warnings: warnings.slice(0, entriesMax),
		errors: errors
			.slice(0, entriesMax)
			.map(({ pointer, reason }) => ({ pointer, message: reason })),
	};
	return `${toExactJson(shown, "  ")}\n`;
}

/** The numbers of entries, such as `3 created, 1 changed, 14 unchanged`. */
export const summaryText = ({
	create,
	change,
	unchanged,
}: ImportChanges["summary"]) =>
	`${create} created, ${change} changed, ${unchanged} unchanged`;

function* section(title: string, lines: readonly string[]): Generator<string> {
	if (lines.length === 0) return;
	yield `${title}:\n`;
	for (const line of lines.slice(0, linesShown))
		yield `  ${toSingleLine(line)}\n`;
	const more = lines.length - linesShown;
	if (more > 0) yield `  and ${more} more (see --json)\n`;
	yield "\n";
}

const count = (number: number, noun: string) =>
	`${number} ${noun}${number === 1 ? "" : "s"}`;
