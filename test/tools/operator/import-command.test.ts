import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { org } from "../../support/org-command.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import * as contract from "../organization-files/contract-example.ts";

const world = useWorld();

const directory = mkdtempSync(join(tmpdir(), "import-"));
afterAll(() => rmSync(directory, { recursive: true }));

beforeEach(() => {
	vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", inject("dynamodbUrl"));
	vi.stubEnv("AWS_ACCESS_KEY_ID", "operator");
	vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
	return () => vi.unstubAllEnvs();
});

/** The contract's example in one currency, of which there is no warning. */
function contractExample() {
	const { org, ...lists } = contract.contractExample();
	return { org: { ...org, currencies: ["INR"] }, ...lists };
}

const path = join(directory, "acme.json");
function onFile(contents: unknown, ...words: string[]) {
	writeFileSync(path, JSON.stringify(contents));
	const place = ["--table", world.table.name, "--region", "ap-south-1"];
	return org("import", path, ...words, ...place);
}

const { invoices: [invoice] = [], ...example } = contractExample();
const changed = (more: object) => ({
	...example,
	invoices: [
		{ ...invoice, ...more },
		{ slug: "inv-2", state: "APPROVED", amount: 5 },
	],
});

/** Errors of the schema, of a rule, and of a comparison with the store. */
const wrongFile = {
	org: contractExample().org,
	colour: "red",
	vendors: [{ id: "v-1" }, { id: 7 }, { id: "v-1" }],
	invoices: [
		{ slug: "inv-9", state: "APPROVED", amount: "1" },
		{ slug: "inv-1", state: "APPROVED", amount: 1000 },
	],
	apiKeys: [
		{ key: "s3cret", userId: "absent", permissions: ["inventory:write"] },
	],
};
const wrongPointers = [
	'/ must NOT have additional properties: "colour"',
	"/vendors/1/id must be string",
	"/invoices/0/amount must be number",
	"/vendors/2/id must NOT be the same as in /vendors/0",
	"/apiKeys/0/userId is not a user of the organization: it must be in the file or have been imported",
];

/** The contract's example has a policy with stages. */
const selfApprovalWarning =
	"/approvalPolicies/0 does not say selfApproval: the user who raises an advance may approve it, unless it is false";

describe("contract 5: import", () => {
	it("ends with a summary", async () => {
		expect(await onFile(contractExample())).toMatchObject({
			code: 0,
			stdout: "acme: 12 created, 0 changed, 0 unchanged\n",
			stderr: `Warning: ${selfApprovalWarning}\n`,
		});
		expect(await onFile(changed({ description: "Rods" }))).toMatchObject({
			code: 0,
			stdout: "acme: 1 created, 1 changed, 11 unchanged\n",
			stderr: `Warning: ${selfApprovalWarning}\n`,
		});
	});

	it("prints warnings on standard error, at most 20, and imports", async () => {
		const payers = Array.from({ length: 25 }, (_, index) => `ghost-${index}`);
		const { code, stdout, stderr } = await onFile({
			...contractExample(),
			procurementPolicy: { payers },
		});
		expect({ code, stdout }).toEqual({
			code: 0,
			stdout: "acme: 12 created, 0 changed, 0 unchanged\n",
		});
		const lines = stderr.trimEnd().split("\n");
		expect(lines).toHaveLength(21);
		expect(lines[0]).toBe(
			'Warning: /procurementPolicy/payers/0 is not a user of the organization: "ghost-0"',
		);
		expect(lines[20]).toBe("Warning: 6 more: import --dry-run lists them");
	});

	it("refused: one line with the first error and how many there are", async () => {
		const { apiKeys: _, ...fileErrors } = wrongFile;
		expect(await onFile(fileErrors)).toEqual({
			code: 1,
			stdout: "",
			stderr: `${path}: ${wrongPointers[0]} (first of 4 errors)\n`,
		});
		expect(await tableContents(world)).toEqual(new Map());
	});
});

describe("contract 5: import --dry-run", () => {
	it("says in words what would change, and changes nothing", async () => {
		await onFile(contractExample());
		const before = await tableContents(world);
		const { code, stdout, stderr } = await onFile(
			changed({ due: 1200, state: "ON_HOLD", description: "Rods" }),
			"--dry-run",
		);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toBe(`Changes:
  /invoices/0 change invoice "inv-1": description null → "Rods", due 1000 → 1200, state "APPROVED" → "ON_HOLD"
  /invoices/1 create invoice "inv-2"

Warnings:
  /invoices/0/due is more than the amount: 1200 > 1000
  ${selfApprovalWarning}

Dry run: 1 to create, 1 to change, 11 unchanged, 2 warnings, 0 errors. Nothing was changed.
`);
		expect(await tableContents(world)).toEqual(before);
	});

	it("into an empty store: creates everything, an advance on an order of the file included", async () => {
		const { code, stdout } = await onFile(
			contractExample(),
			"--dry-run",
			"--json",
		);
		expect(code).toBe(0);
		const { summary, changes } = JSON.parse(stdout);
		expect(summary).toEqual({
			create: 12,
			change: 0,
			unchanged: 0,
			warnings: 1,
			errors: 0,
		});
		expect(changes).toHaveLength(12);
		expect(changes).toContainEqual({
			pointer: "/advances/0",
			record: 'advance "adv-1"',
			action: "create",
			properties: {},
		});
		expect(stdout).not.toContain("acme-admin-key");
		expect(await tableContents(world)).toEqual(new Map());
	});

	it("an advance, a policy and a key that would change", async () => {
		await onFile(contractExample());
		const file = contractExample();
		const [advance, apiKey] = [file.advances?.[0], file.apiKeys?.[0]];
		const expiresAt = "2031-01-01T00:00:00Z";
		const { stdout } = await onFile(
			{
				...file,
				advances: [{ ...advance, state: "APPROVED" }],
				apiKeys: [{ ...apiKey, revoked: true, expiresAt }],
				approvalPolicies: [{ name: "Default", default: true }],
			},
			"--dry-run",
			"--json",
		);
		expect(JSON.parse(stdout).changes).toEqual([
			{
				pointer: "/org",
				record: 'organization "acme"',
				action: "change",
				properties: {
					approvalPolicies: {
						from: file.approvalPolicies,
						to: [{ name: "Default", default: true, stages: [] }],
					},
				},
			},
			{
				pointer: "/advances/0",
				record: 'advance "adv-1"',
				action: "change",
				properties: {
					state: { from: "PENDING_RESUBMISSION", to: "APPROVED" },
				},
			},
			{
				pointer: "/apiKeys/0",
				record: 'API key "ERP"',
				action: "change",
				properties: {
					expiresAt: { from: "2030-01-01T00:00:00Z", to: expiresAt },
					revoked: { from: false, to: true },
				},
			},
		]);
	});

	it("contract 2: names every property of the organization that would change, and none that the file leaves out", async () => {
		await onFile(contractExample());
		const { id } = contractExample().org;
		const { stdout: none } = await onFile({ org: { id } }, "--dry-run");
		expect(none).toBe(
			"Dry run: 0 to create, 0 to change, 1 unchanged, 0 warnings, 0 errors. Nothing was changed.\n",
		);
		const { stdout } = await onFile(
			{
				org: {
					id,
					name: "New",
					baseCurrency: "EUR",
					currencies: ["USD"],
					timezone: "UTC",
					features: { vendorAdvances: false },
				},
				entities: [{ id: 12, name: "Pune" }],
				submissionPolicies: [],
				approvalPolicies: [],
				procurementPolicy: { payers: [] },
			},
			"--dry-run",
		);
		const [, line = ""] = stdout.split("\n");
		expect(line).toContain('/org change organization "acme": ');
		expect(line).toContain('baseCurrency "INR" → "EUR"');
		expect(line).toContain(
			'features {"vendorAdvances":true} → {"vendorAdvances":false}',
		);
		for (const name of [
			"approvalPolicies",
			"currencies",
			"entities",
			"name",
			"procurementPolicy",
			"submissionPolicies",
			"timezone",
		])
			expect(line).toMatch(RegExp(`\\b${name} .+ → `));
	});

	it("prints all errors at once, with pointers into the file, and ends as an import would", async () => {
		const { code, stdout, stderr } = await onFile(wrongFile, "--dry-run");
		expect(code).toBe(1);
		expect(stderr).toBe(`${path}: ${wrongPointers[0]} (first of 5 errors)\n`);
		expect(stdout).toContain(
			`Errors:\n${wrongPointers.map((line) => `  ${line}\n`).join("")}\n`,
		);
		expect(stdout).not.toContain("s3cret");
		const json = await onFile(wrongFile, "--dry-run", "--json");
		expect(json).toMatchObject({ code: 1, stderr });
		expect(JSON.parse(json.stdout)).toMatchObject({
			organizationId: "acme",
			summary: { errors: 5 },
			errors: [
				{ pointer: "", message: expect.any(String) },
				{ pointer: "/vendors/1/id", message: "must be string" },
				{ pointer: "/invoices/0/amount" },
				{ pointer: "/vendors/2/id" },
				{ pointer: "/apiKeys/0/userId" },
			],
		});
		expect(await tableContents(world)).toEqual(new Map());
	});

	it("counts entries as the file does, even after an entry with an error", async () => {
		const { org, users, procurementPolicy } = contractExample();
		const permissions = ["inventory:write"];
		const { stdout } = await onFile(
			{
				org,
				users,
				procurementPolicy,
				invoices: [
					{ slug: 1 },
					{ slug: "inv-9", state: "APPROVED", amount: 1, due: 2 },
				],
				apiKeys: [
					{ key: "a", userId: 1, permissions },
					{ key: "b", userId: "absent", permissions },
				],
			},
			"--dry-run",
			"--json",
		);
		const { changes, warnings, errors } = JSON.parse(stdout);
		expect(errors.at(-1).pointer).toBe("/apiKeys/1/userId");
		expect(warnings).toMatchObject([{ pointer: "/invoices/1/due" }]);
		expect(changes).toContainEqual(
			expect.objectContaining({
				pointer: "/invoices/1",
				record: 'invoice "inv-9"',
			}),
		);
	});

	it("a reference to an entry with an error is not reported as an error", async () => {
		const file = contractExample();
		const { stdout } = await onFile(
			{
				...file,
				users: [{ id: "u-admin", role: "KING" }],
				purchaseOrders: [{ id: "po-1" }],
			},
			"--dry-run",
			"--json",
		);
		const pointers = JSON.parse(stdout).errors.map(
			({ pointer }: { pointer: string }) => pointer,
		);
		expect(pointers).toEqual([
			"/users/0/role",
			"/purchaseOrders/0",
			"/purchaseOrders/0",
		]);
	});

	it("bounds what it prints", async () => {
		const invoices = Array.from({ length: 1_500 }, () => ({ slug: "s" }));
		const file = { org: example.org, invoices };
		const { stdout } = await onFile(file, "--dry-run");
		expect(stdout).toContain("  and 2900 more (see --json)\n");
		expect(stdout.match(/\n/g)?.length).toBeLessThan(120);
		const json = await onFile(file, "--dry-run", "--json");
		const { summary, errors } = JSON.parse(json.stdout);
		expect(summary.errors).toBe(3_000);
		expect(errors).toHaveLength(1_000);
	});

	it.each<[unknown, string]>([
		[[], "/ must be object"],
		[{ org: { id: "A" } }, "/org/id must be 1 to 64 characters"],
		[
			{ org: { id: "a" }, users: [{ id: "u".repeat(2_000), role: "ADMIN" }] },
			"/users/0/id must NOT have more than 1024 bytes",
		],
	])(
		"a file of which nothing can be compared with the store: %j",
		async (file, line) => {
			const { code, stdout, stderr } = await onFile(file, "--dry-run");
			expect(code).toBe(1);
			expect(stdout).toContain(`Errors:\n  ${line}`);
			expect(stderr).toContain(line);
		},
	);

	it("contract 5: --json without it is wrong usage", async () => {
		expect(await onFile(contractExample(), "--json")).toEqual({
			code: 2,
			stdout: "",
			stderr: "--json needs --dry-run\n",
		});
	});
});
