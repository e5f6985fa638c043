import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runStack } from "../tools/local/run-stack.ts";
import { readDocument } from "./markdown.ts";
import { openPageShell } from "./page-shell.ts";
import { pageSteps, type ShownAnswer } from "./page-steps.ts";
import { ShownValues } from "./same-answers.ts";

const shownUrl = "http://127.0.0.1:3000";

/**
 * Runs the shell blocks of a page, one after the other, against a fresh local stack.
 *
 * @param path From the project's root.
 * @returns The page with the answers of this run in place of those that differ from what it shows.
 */
export async function runPage(path: string): Promise<string> {
	const page = readDocument(path);
	// Removed last: the stack writes to it until its process has ended.
	using folder = mkdtempDisposableSync(join(tmpdir(), "page-"));
	const dataDirectory = join(folder.path, "data");
	await using stack = runStack("--port", "0", "--data-dir", dataDirectory);
	const url = await stack.ready();
	const shell = await openPageShell(folder.path, dataDirectory);
	try {
		const values = new ShownValues();
		const answers: [ShownAnswer, output: string][] = [];
		for (const { commands, shown } of pageSteps(page)) {
			const run = values.toActual(commands).replaceAll(shownUrl, url);
			const output = (await shell.run(run)).replaceAll(url, shownUrl);
			if (!shown || values.isSame(shown, output)) continue;
			answers.push([shown, values.toShown(output)]);
		}
		return withAnswers(page, answers);
	} finally {
		shell.close();
	}
}

/** Blank lines are not part of an answer: the shell ends each with one. */
const withAnswers = (
	page: string,
	answers: readonly [ShownAnswer, output: string][],
): string =>
	// From the last to the first, so that the places stay right.
	answers.reduceRight((result, [{ text, start }, output]) => {
		const lines = output.split("\n").filter((line) => line !== "");
		const end = result.slice(start + text.length);
		return `${result.slice(0, start)}${lines.join("\n")}\n${end}`;
	}, page);
