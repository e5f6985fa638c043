import { readDocument } from "../../docs/markdown.ts";
import type { PageShell } from "../../docs/page-shell.ts";
import { pageSteps } from "../../docs/page-steps.ts";

const runbook = "docs/operations.md";

/** The part of a page below a heading, up to the next one of its level. */
export function section(heading: string, page = runbook): string {
	const [, found] = readDocument(page).split(new RegExp(`^${heading}$`, "m"));
	if (found === undefined) throw new Error(`There is no section ${heading}`);
	const level = heading.slice(0, heading.indexOf(" "));
	return found.split(new RegExp(`^#{2,${level.length}} `, "m"), 1)[0] ?? "";
}

/** The commands of a section that can be run here, one by one; the others need AWS. */
export const commandsOf = (heading: string, page?: string): string[] =>
	pageSteps(section(heading, page)).flatMap(({ commands }) =>
		commands.split(/(?<!\\)\n/).filter((line) => line !== ""),
	);

/** The blocks of a section that need AWS, command by command. */
export const awsCommandsOf = (heading: string): string[] =>
	[...section(heading).matchAll(/^```sh not-run\n(.*?)^```$/gms)].flatMap(
		([, block = ""]) => block.split(/(?<!\\)\n/).filter((line) => line !== ""),
	);

/** What a command printed, by the command. */
export type Typed = Record<string, string>;

/**
 * Types the commands of an alarm's section as they stand there. Each must succeed, and each `logs` find lines.
 *
 * @param heading The alarm's section, or another one of another page.
 * @param variables What the reader takes from the alarm's log lines.
 */
export async function typeRunbook(
	shell: PageShell,
	heading: string,
	variables: Record<string, string>,
	page?: string,
): Promise<Typed> {
	const typed: Typed = {};
	for (const [name, value] of Object.entries(variables))
		await shell.run(`${name}='${value}'\n`);
	for (const command of commandsOf(`${page ? "##" : "###"} ${heading}`, page)) {
		const output = await shell.run(`${command}\n`);
		if (/^logs /.test(command) && output === "")
			throw new Error(`${command} found nothing`);
		typed[command] = output;
	}
	return typed;
}
