import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommandLine } from "../../../tools/operator/cli/run-command-line.ts";
import { acme } from "../../support/acme.ts";
import { collector, org } from "../../support/org-command.ts";

const directory = mkdtempSync(join(tmpdir(), "command-line-"));
const dataDirectory = join(directory, "data");
const onStore = ["--data-dir", dataDirectory];

beforeAll(async () => {
	const path = join(directory, "acme.json");
	writeFileSync(path, JSON.stringify(acme()));
	expect(await org("import", path, ...onStore)).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(directory, { recursive: true }));

it("of an option that is given twice the last one counts", async () => {
	const twice = ["--data-dir", join(directory, "none"), ...onStore];
	expect(await org("invoice", "list", "acme", ...twice)).toMatchObject({
		code: 0,
	});
});

/** Runs a command whose output cannot be written. @returns What it writes to standard error. */
async function failTo(errorCode: string, ...words: string[]) {
	const stdout = new Writable({
		write(_chunk, _encoding, done) {
			done(Object.assign(new Error("write"), { code: errorCode }));
		},
	});
	const stderr = collector();
	const code = await runCommandLine([...words, ...onStore], { stdout, stderr });
	expect(code).toBe(1);
	return stderr.text();
}

it.each([
	["that no process reads", "EPIPE"],
	["for which the disk has no room", "ENOSPC"],
])(
	"contract 5: exit code 1 for a secret %s, which is shown only once",
	async (_, errorCode) => {
		const words = ["--user", "u-admin", "--permission", "vendors:read"];
		const error = await failTo(errorCode, "key", "create", "acme", ...words);
		const [id] = /key_\w+/.exec(error) ?? [];
		expect(error).toBe(
			`The secret of the new key ${id} could not be written: \`key rotate\` it, which shows another\n`,
		);
		const listed = await org("key", "list", "acme", ...onStore);
		expect(listed.stdout).toContain(`"id": "${id}"`);
	},
);

it("contract 5: exit code 1 of request ask-again when no process reads the output: perhaps not all were asked", async () => {
	const instant = new Date().toISOString();
	const command = ["request", "ask-again", "acme", "--asked-before", instant];
	expect(await failTo("EPIPE", ...command)).toContain("Perhaps not all");
	const dryRun = await org(...command, "--dry-run", ...onStore);
	expect(dryRun).toMatchObject({ code: 0, stdout: "[]\n" });
});
