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

it("contract 5: exit code 1 for a secret that no process reads, which is shown only once", async () => {
	const stdout = new Writable({
		write(_chunk, _encoding, done) {
			done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
		},
	});
	const stderr = collector();
	const words = ["--user", "u-admin", "--permission", "vendors:read"];
	const code = await runCommandLine(
		["key", "create", "acme", ...words, ...onStore],
		{ stdout, stderr },
	);
	expect(code).toBe(1);
	const [id] = /key_\w+/.exec(stderr.text()) ?? [];
	expect(stderr.text()).toBe(
		`The secret of the new key ${id} could not be written: \`key rotate\` it, which shows another\n`,
	);
	const listed = await org("key", "list", "acme", ...onStore);
	expect(listed.stdout).toContain(`"id": "${id}"`);
});
