import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissions } from "../../../shared/organizations/organization.ts";
import { org, orgPath, orgProcess } from "../../support/org-command.ts";
import { contractExample } from "../organization-files/contract-example.ts";

const directory = mkdtempSync(join(tmpdir(), "org-"));
const dataDirectory = join(directory, "data");
const secret = "acme-admin-key";

const onStore = (...words: string[]) =>
	org(...words, "--data-dir", dataDirectory);

function organizationFile(name: string, contents: unknown): string {
	const path = join(directory, name);
	writeFileSync(path, JSON.stringify(contents));
	return path;
}

const exampleFile = organizationFile("acme.json", contractExample());

beforeAll(async () => {
	expect(await onStore("import", exampleFile)).toEqual({
		code: 0,
		stdout: "acme: 12 created, 0 changed, 0 unchanged\n",
		stderr:
			"Warning: /submissionPolicies/0/minAmount is compared with amounts in each currency, without conversion: INR, USD\n" +
			"Warning: /approvalPolicies/0 does not say selfApproval: the user who raises an advance may approve it, unless it is false\n",
	});
});
afterAll(() => rmSync(directory, { recursive: true }));

describe("contract 5: exit code 0", () => {
	it("import, then export in another process", async () => {
		const { code, stdout, stderr } = await orgProcess(
			...["export", "acme", "--data-dir", dataDirectory],
		);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(JSON.parse(stdout)).toMatchObject({ org: { id: "acme" } });
		expect(stdout).not.toContain(secret);
	});

	it("a key from creation to revocation", async () => {
		const created = await onStore(
			...["key", "create", "acme", "--user", "u-admin", "--name", "New"],
			...["--permission", "inventory:write", "payments:request"],
			...["--permission", "payments:mark-paid", "--expires", "2030-06-30"],
		);
		expect(created).toMatchObject({ code: 0, stderr: "" });
		const first = JSON.parse(created.stdout);
		expect(first).toEqual({
			id: expect.stringMatching(/^key_/),
			key: expect.stringMatching(/^pk_[\w-]{43}$/),
			keyPrefix: first.key.slice(0, 8),
			// The end of that day in Asia/Kolkata.
			expiresAt: "2030-06-30T18:29:59.999Z",
		});

		expect(
			await onStore(
				...["key", "grant", "acme", first.id],
				...["--permission", "vendors:read", "organization:read"],
			),
		).toEqual({ code: 0, stdout: "", stderr: "" });
		const rotated = await onStore(
			...["key", "rotate", "acme", first.id, "--grace", "10m"],
		);
		const second = JSON.parse(rotated.stdout);
		expect(await onStore("key", "revoke", "acme", second.id)).toEqual({
			code: 0,
			stdout: "",
			stderr: "",
		});
		const { stdout } = await onStore("key", "list", "acme");
		expect(stdout).not.toContain(first.key);
		const keys = JSON.parse(stdout);
		expect(keys).toHaveLength(3);
		expect(keys).toEqual(
			expect.arrayContaining([
				expect.objectContaining({
					id: first.id,
					name: "New",
					permissions: [
						"inventory:write",
						"payments:mark-paid",
						"payments:request",
						"vendors:read",
						"organization:read",
					],
					revoked: false,
					rotatedTo: second.id,
				}),
				expect.objectContaining({ id: second.id, revoked: true }),
			]),
		);
	});

	it("an invoice is unlocked and locked", async () => {
		for (const words of [
			["unlock", "acme", "inv-1"],
			["lock", "acme", "inv-1", "--for", "1h"],
		])
			expect(await onStore("invoice", ...words)).toEqual({
				code: 0,
				stdout: "",
				stderr: "",
			});
		const { stdout } = await onStore("export", "acme");
		expect(JSON.parse(stdout).invoices[0].lock.holder).toBe("operator");
	});

	it.each([
		[],
		["import"],
		["export"],
		["key", "create"],
		["key", "list"],
		["key", "revoke"],
		["key", "rotate"],
		["key", "grant"],
		["invoice", "lock"],
		["invoice", "unlock"],
		["attempt", "show"],
	])("--help of %s %s", async (...words) => {
		const { code, stdout, stderr } = await org(...words, "--help");
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toContain(["npm run org --", ...words].join(" "));
	});

	it("help, -h and --help print the same", async () => {
		const all = await org("--help");
		expect(all).toMatchObject({ code: 0, stderr: "" });
		expect(await org("help")).toEqual(all);
		expect(await org("-h")).toEqual(all);
		const one = await org("key", "create", "--help");
		expect(one.stdout).toMatch(/^npm run org -- key create /);
		expect(await org("help", "key", "create")).toEqual(one);
		expect(await org("key", "create", "-h")).toEqual(one);
	});

	it.each([
		["key", "create"],
		["key", "grant"],
	])("help of %s %s lists the permissions, one to a line", async (...words) => {
		const { stdout } = await org(...words, "--help");
		for (const permission of permissions)
			expect(stdout).toContain(`\n  ${permission}\n`);
	});

	it("a reader that has read enough may go", async () => {
		const export_ = spawn(process.execPath, [
			...[orgPath, "export", "acme", "--data-dir", dataDirectory],
		]);
		export_.stdout.destroy();
		let complaint = "";
		export_.stderr.on("data", (chunk) => {
			complaint += chunk;
		});
		const [code] = await once(export_, "close");
		expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
	});
});

it("contract 5: the process ends with the exit code", async () => {
	expect(await orgProcess("export")).toEqual({
		code: 2,
		stdout: "",
		stderr: "<orgId> is missing: --help shows the arguments\n",
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
	const key = ["--permission", "inventory:write", "--user"];

	it.each<[string[], string]>([
		[["import", typo], `${typo}: /invoices/0/amount must be number`],
		[
			["import", theft],
			`${theft}: /apiKeys/0/key belongs to another organization: each key must be of one organization`,
		],
		[
			["import", join(directory, "none.json")],
			"none.json: cannot be read (ENOENT",
		],
		[["export", "absent"], 'There is no organization "absent"'],
		[
			["key", "create", "absent", ...key, "u-admin"],
			'There is no organization "absent"',
		],
		[
			["key", "create", "acme", ...key, "u\n1"],
			'There is no user "u\\n1" in acme',
		],
		[["key", "list", "absent"], 'There is no organization "absent"'],
		[["key", "revoke", "acme", "key_1"], 'There is no key "key_1" in acme'],
		[["key", "rotate", "acme", "key_1"], 'There is no key "key_1" in acme'],
		[
			["key", "grant", "acme", "key_1", "--permission", "vendors:read"],
			'There is no key "key_1" in acme',
		],
		[
			["invoice", "lock", "acme", "inv-9", "--for", "1s"],
			'There is no invoice "inv-9" in acme',
		],
		[
			["invoice", "unlock", "acme", "inv-9"],
			'There is no invoice "inv-9" in acme',
		],
		[
			["attempt", "show", "acme", "mark-as-paid", "k"],
			"No mark-as-paid request has claimed this key within 24 hours",
		],
		[
			["attempt", "show", "absent", "vendor-advance", "k"],
			'There is no organization "absent"',
		],
	])("$0: $1", async (words, line) => {
		const { code, stdout, stderr } = await onStore(...words);
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		expect(stderr).toContain(line);
		expect(stderr).toMatch(/^[^\n]+\n$/);
		expect(stderr).not.toContain(secret);
	});

	it("a data directory that cannot be", async () => {
		const { code, stderr } = await org(
			...["export", "acme", "--data-dir", join(exampleFile, "data")],
		);
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
	const key = ["key", "create", "acme"];
	const permission = ["--permission", "inventory:write"];

	it.each<[string[], string]>([
		[[], "No command; commands are import, export,"],
		[["frobnicate"], "Unknown command; commands are"],
		[["key"], "Unknown command; commands are"],
		[["exprot", "acme"], 'Unknown command: did you mean "export"?'],
		[["keys", "list", "acme"], 'Unknown command: did you mean "key list"?'],
		[["batch", "relaese"], 'Unknown command: did you mean "batch release"?'],
		[["HELP"], "Unknown command; commands are import,"],
		[["help", "imprt"], 'Unknown command: did you mean "import"?'],
		[["help", "frobnicate"], "Unknown command; commands are import,"],
		[["import"], "<file> is missing"],
		[["export", "acme", "more"], 'unexpected argument "more"'],
		[["export", "acme", "--dir", "x"], "Unknown option '--dir'"],
		[[...key, ...permission], "--user is missing"],
		[[...key, "--user", "u"], "--permission is missing"],
		[["key", "grant", "acme", "key_1"], "--permission is missing"],
		[
			[...key, "--user", "u", "--permission", "pay"],
			"--permission pay is not one of inventory:write,",
		],
		[
			[...key, "--user", "u", ...permission, "--expires", "2030-02-30"],
			"--expires 2030-02-30 is neither",
		],
		[
			["key", "rotate", "acme", "k", "--grace", "1w"],
			"--grace 1w is not a duration",
		],
		[["batch", "stop", "acme", "B"], "--reason is missing"],
		[
			["batch", "stop", "acme", "B", "--reason", ""],
			"--reason must have 1 to 500 characters, not 0",
		],
		[["invoice", "lock", "acme", "inv-1"], "--for is missing"],
		[
			["invoice", "lock", "acme", "inv-1", "--for", "99999999999999d"],
			"--for 99999999999999d is not a duration",
		],
		[
			["invoice", "lock", "acme", "inv-1", "--for", "-5m"],
			"Option '--for' argument is ambiguous",
		],
		[["attempt", "show", "acme", "mark-as-paid"], "<key> is missing"],
		[
			["attempt", "show", "acme", "bulk-skus", "k"],
			"<operation> must be one of mark-as-paid, vendor-advance",
		],
		[
			["attempt", "show", "acme", "mark-as-paid", "k".repeat(257)],
			"<key> must not be longer than 256 bytes",
		],
		[["export", "acme", "--stack", "s", "--table", "t"], "exclude each other"],
		[["export", "acme", "--region", "r"], "--region needs --stack or --table"],
	])("$0: $1", async (words, line) => {
		const { code, stdout, stderr } = await org(...words);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr).toContain(line);
		expect(stderr).toMatch(/^[^\n]+\n$/);
	});
});
