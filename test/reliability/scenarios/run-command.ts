import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	openAuditTrail,
	readOnly,
} from "../../../tools/operator/audit/audit-trail.ts";
import type { Arguments } from "../../../tools/operator/cli/command.ts";
import { commands } from "../../../tools/operator/cli/commands.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { organization } from "../organization.ts";
import type { User } from "../user.ts";
import { openDeadLetters } from "./dead-letters/open-dead-letters.ts";

interface CommandOptions {
	values?: Arguments["values"];
	/** Only a command that makes an API key returns it. */
	secret?: string;
	/** No request is served. */
	isStackStopped?: boolean;
}

/**
 * Runs one of the operator's commands with the calls of the user's process.
 *
 * @returns What it prints.
 */
export async function runCommand(
	user: User,
	name: string,
	positionals: string[],
	{
		values = {},
		secret = "secret",
		isStackStopped = false,
	}: CommandOptions = {},
): Promise<string> {
	const { process, world } = user;
	const command = commands.get(name);
	if (!command) throw new Error(`There is no command "${name}"`);
	let printed = "";
	const clock = () => world.time.now;
	const audit = openAuditTrail(process.table, {
		name,
		words: positionals,
		findOperator: async () => "the operator",
		clock,
	});
	const work = command.prepare({ positionals, values })({
		table: readOnly(process.table),
		audit,
		isStackStopped,
		openOther: async () => process.table,
		openDeadLetters: async () => openDeadLetters(user),
		now: clock(),
		clock,
		newSecret: () => secret,
		confirm: async () => {},
		note: () => {},
		showProgress: () => {},
		showWait: () => {},
		async write(pieces) {
			for await (const piece of pieces) printed += piece;
			return true;
		},
		terminal: null,
	});
	const failure = await work.then(
		() => undefined,
		(error: unknown) => ({ failure: error }),
	);
	await audit.end({ ...failure, note: () => {} });
	if (failure) throw failure.failure;
	return printed;
}

/** Runs `import` with a file of the organization and these changes, and notes it. */
export function runImport(
	user: User,
	changes: Partial<OrganizationFile> = {},
): Promise<string> {
	const file = { ...organization(), ...changes };
	return user.note({ kind: "import", file }, () => runWithFile(user, file));
}

export const runDryImport = (
	user: User,
	changes: Partial<OrganizationFile>,
): Promise<string> =>
	runWithFile(
		user,
		{ ...organization(), ...changes },
		{ "dry-run": true, json: true },
	);

async function runWithFile(
	user: User,
	file: OrganizationFile,
	values: Arguments["values"] = {},
): Promise<string> {
	const directory = await mkdtemp(join(tmpdir(), "scenario-"));
	try {
		const path = join(directory, "acme.json");
		await writeFile(path, JSON.stringify(file));
		return await runCommand(user, "import", [path], { values });
	} finally {
		await rm(directory, { recursive: true });
	}
}
