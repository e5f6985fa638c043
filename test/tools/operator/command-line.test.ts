import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissions } from "../../../shared/organizations/organization.ts";
import { commands } from "../../../tools/operator/cli/commands.ts";
import { write } from "../../../tools/operator/cli/output.ts";
import { runCommandLine } from "../../../tools/operator/cli/run-command-line.ts";
import { collector, org } from "../../support/org-command.ts";
import { contractExample } from "../organization-files/contract-example.ts";

const directory = mkdtempSync(join(tmpdir(), "command-line-"));
const dataDirectory = join(directory, "data");
const secret = "acme-admin-key";

const onStore = (...words: string[]) =>
	org(...words, "--data-dir", dataDirectory);

function organizationFile(name: string, contents: unknown): string {
	const path = join(directory, name);
	writeFileSync(path, JSON.stringify(contents));
	return path;
}

beforeAll(async () => {
	const path = organizationFile("acme.json", contractExample());
	expect(await onStore("import", path)).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(directory, { recursive: true }));

describe("contract 5: --help", () => {
	it.each([...commands.keys()])("%s shows its arguments", async (name) => {
		const { code, stdout, stderr } = await org(...name.split(" "), "--help");
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toContain(`npm run org -- ${name}`);
	});

	it("help, -h and --help print the same", async () => {
		const all = await org("--help");
		expect(all).toMatchObject({ code: 0, stderr: "" });
		expect(await org("help")).toEqual(all);
		expect(await org("-h")).toEqual(all);
		const one = await org("key", "create", "--help");
		expect(await org("help", "key", "create")).toEqual(one);
		for (const permission of permissions)
			expect(one.stdout).toContain(`\n  ${permission}\n`);
	});
});

describe("contract 5: exit code 1, refused, with one line on standard error", () => {
	const typo = organizationFile("typo.json", {
		...contractExample(),
		invoices: [{ slug: "inv-1", state: "APPROVED", amount: "1" }],
	});
	const theft = organizationFile("theft.json", {
		org: { id: "thief", name: "Thief" },
		users: [{ id: "u", name: "U", role: "ADMIN" }],
		apiKeys: [{ key: secret, userId: "u", permissions: [] }],
	});
	const noOrganization =
		'There is no organization "absent": `import` its file first';
	const newKey = ["--permission", "inventory:write", "--user"];

	it.each([
		[`import ${typo}`, `${typo}: /invoices/0/amount must be number`],
		[`import ${theft}`, "/apiKeys/0/key belongs to another organization"],
		["import none.json", "none.json: cannot be read (ENOENT"],
		["export absent", noOrganization],
		["key list absent", noOrganization],
		["key create absent --user u --permission invoices:read", noOrganization],
		["attempt show absent vendor-advance k", noOrganization],
		["batch watch absent B", noOrganization],
		["key revoke acme key_1", 'There is no key "key_1" in acme'],
		["key rotate acme key_1", 'There is no key "key_1" in acme'],
		[
			"key grant acme key_1 --permission vendors:read",
			'There is no key "key_1" in acme',
		],
		["invoice lock acme i --for 1s", 'There is no invoice "i" in acme'],
		["invoice unlock acme i --yes", 'There is no invoice "i" in acme'],
		["invoice show acme i", 'There is no invoice "i" in acme'],
		["invoice payments acme i", 'There is no invoice "i" in acme'],
		["order show acme o", 'There is no purchase order "o" in acme'],
		["request show acme r", 'There is no payment request "r" in acme'],
		["request history acme r", 'There is no payment request "r" in acme'],
		["batch show acme B", 'There is no batch "B" in acme'],
		["batch watch acme B", 'There is no batch "B" in acme'],
		["batch stop acme B --reason x", 'There is no batch "B" in acme'],
		[
			"attempt show acme mark-as-paid k",
			"No mark-as-paid request has claimed this key within 24 hours",
		],
	])("%s", async (line, message) => {
		const { code, stdout, stderr } = await onStore(...line.split(" "));
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		expect(stderr).toContain(message);
		expect(stderr).toMatch(/^[^\n]+\n$/);
		expect(stderr).not.toContain(secret);
	});

	it("a control character is printed as an escape", async () => {
		const ended = await onStore("key", "create", "acme", ...newKey, "u\n1");
		expect(ended.stderr).toContain('There is no user "u\\n1" in acme');
	});

	it("on a terminal, what a record has cannot steer it; a file gets it as it is", async () => {
		const record = '{"utr":"\u009b2J\u202e"}\n';
		for (const [isTTY, shown] of [
			[true, '{"utr":"\\u009b2J\\u202e"}\n'],
			[false, record],
		]) {
			const stdout = Object.assign(new PassThrough(), { isTTY });
			await write({ stdout, stderr: stdout }, [record]);
			expect(`${stdout.read()}`).toBe(shown);
		}
	});

	it("a data directory that cannot be used", async () => {
		const { code, stderr } = await org("export", "acme", "--data-dir", typo);
		expect(code).toBe(1);
		expect(stderr).toMatch(/^--data-dir [^\n]+\n$/);
	});

	it("a refused import changes nothing", async () => {
		const before = await onStore("export", "acme");
		await onStore("import", typo);
		expect(await onStore("export", "acme")).toEqual(before);
	});
});

describe("contract 5: exit code 2, wrong usage, with one line on standard error", () => {
	const key = "key create acme";
	const permission = "--permission inventory:write";

	it.each([
		["", "No command; commands are import, export,"],
		["frobnicate", "Unknown command; commands are"],
		["key", "Unknown command; commands are"],
		["exprot acme", 'Unknown command: did you mean "export"?'],
		["batch relaese", 'Unknown command: did you mean "batch release"?'],
		["help imprt", 'Unknown command: did you mean "import"?'],
		["import", "<file> is missing: --help shows the arguments"],
		["import acme.json --json", "--json needs --dry-run"],
		["batch show acme", "<slug> is missing: --help shows the arguments"],
		["invoice show acme", "<id> is missing: --help shows the arguments"],
		["export acme more", 'unexpected argument "more"'],
		["export acme --dir x", "Unknown option '--dir'"],
		[`${key} ${permission}`, "--user is missing"],
		[`${key} --user u`, "--permission is missing"],
		["key grant acme key_1", "--permission is missing"],
		[
			`${key} --user u --permission pay`,
			"--permission pay is not one of inventory:write,",
		],
		[
			`${key} --user u ${permission} --expires 2030-02-30`,
			"--expires 2030-02-30 is neither",
		],
		["key rotate acme k --grace 1w", "--grace 1w is not a duration"],
		["batch stop acme B", "--reason is missing"],
		[
			`batch stop acme B --reason ${"x".repeat(501)}`,
			"--reason must have 1 to 500 characters, not 501",
		],
		["invoice lock acme inv-1", "--for is missing"],
		[
			"invoice lock acme inv-1 --for -5m",
			"Option '--for' argument is ambiguous",
		],
		[
			"attempt show acme bulk-skus k",
			"<operation> must be one of mark-as-paid, vendor-advance",
		],
		[
			`attempt show acme mark-as-paid ${"k".repeat(257)}`,
			"<key> must not be longer than 256 bytes",
		],
		["export acme --stack s --table t", "exclude each other"],
		["export acme --region r", "--region needs --stack or --table"],
	])("%s", async (line, message) => {
		const words = line.split(" ").filter(Boolean);
		const { code, stdout, stderr } = await org(...words);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr).toContain(message);
		expect(stderr).toMatch(/^[^\n]+\n$/);
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
	const line = [...words, "--data-dir", dataDirectory];
	expect(await runCommandLine(line, { stdout, stderr })).toBe(1);
	return stderr.text().replace(/^Acting on .*\n/, "");
}

it.each([
	["that no process reads", "EPIPE"],
	["for which the disk has no room", "ENOSPC"],
])(
	"contract 5: exit code 1 for a secret %s, which is shown only once",
	async (_, errorCode) => {
		const words = ["--user", "u-admin", "--permission", "vendors:read"];
		words.push("--expires", "2030-06-30");
		const error = await failTo(errorCode, "key", "create", "acme", ...words);
		const [id] = /key_\w+/.exec(error) ?? [];
		expect(error).toBe(
			`The secret of the new key ${id} could not be written: \`key rotate\` it, which shows another\n`,
		);
		const listed = await onStore("key", "list", "acme");
		expect(listed.stdout).toContain(`"id": "${id}"`);
	},
);

it("contract 5: exit code 1 of request ask-again when no process reads the output: perhaps not all were asked", async () => {
	const instant = new Date().toISOString();
	const command = ["request", "ask-again", "acme", "--asked-before", instant];
	expect(await failTo("EPIPE", ...command)).toContain("Perhaps not all");
	const dryRun = await onStore(...command, "--dry-run");
	expect(dryRun).toMatchObject({ code: 0, stdout: "[]\n" });
});
