import { readDocument } from "../../docs/markdown.ts";
import type { PageShell } from "../../docs/page-shell.ts";
import { pageSteps } from "../../docs/page-steps.ts";

const runbook = "docs/operations.md";

/** The part of a page below a heading, up to the next one of its level. */
export function section(heading: string, page = runbook): string {
	const [, found] = readDocument(page).split(`\n${heading}\n`);
	if (found === undefined) throw new Error(`There is no section ${heading}`);
	const level = heading.slice(0, heading.indexOf(" "));
	return found.split(new RegExp(`^#{2,${level.length}} `, "m"), 1)[0] ?? "";
}

/** The commands of a section that can be run here, one by one; the others need AWS. */
export const commandsOf = (heading: string, page?: string): string[] =>
	pageSteps(section(heading, page)).flatMap(({ commands }) =>
		commands.split(/(?<!\\)\n/).filter((line) => line !== ""),
	);

/** What a command printed, by the command. */
export type Typed = Record<string, string>;

/**
 * Types commands as they stand on a page. Each must succeed.
 *
 * @param variables What the reader fills in.
 */
export async function typeCommands(
	shell: PageShell,
	commands: readonly string[],
	variables: Record<string, string>,
): Promise<Typed> {
	const typed: Typed = {};
	for (const [name, value] of Object.entries(variables))
		await shell.run(`${name}='${value}'\n`);
	for (const command of commands)
		typed[command] = await shell.run(`${answered(command)}\n`);
	return typed;
}

/** The reader answers yes at a terminal, which the shell does not have. */
const answered = (command: string) =>
	command.replace(
		/^org (batch stop|dlq redrive|import(?! --dry-run)|invoice unlock|suspend|user unbind)\b/,
		"$& --yes",
	);
