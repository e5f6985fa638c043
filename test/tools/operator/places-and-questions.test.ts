import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { takeDataDirectory } from "../../../tools/local/data-directory.ts";
import { commands } from "../../../tools/operator/cli/commands.ts";
import { runCommandLine } from "../../../tools/operator/cli/run-command-line.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { before } from "../../support/aws-gateway/faults/effects.ts";
import { batchMin, resourcesOf, startBatch } from "../../support/batches.ts";
import { collector, org } from "../../support/org-command.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => ({
	...acme({ invoices: payableInvoices(batchMin) }),
	users: [
		{
			id: "u-admin",
			name: "Admin",
			role: "ADMIN",
			email: "admin@acme.example",
		},
	],
}));
const directory = mkdtempSync(join(tmpdir(), "places-"));
const path = join(directory, "acme.json");
const dataDirectory = join(directory, "data");
afterAll(() => rmSync(directory, { recursive: true }));

beforeEach(() => {
	vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", inject("dynamodbUrl"));
	vi.stubEnv("AWS_ACCESS_KEY_ID", "operator");
	vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
	return () => vi.unstubAllEnvs();
});

const onTable = (line: string) => [
	...line.split(" "),
	...["--table", world.table.name, "--region", "ap-south-1"],
];

function writeFile(file: OrganizationFile) {
	writeFileSync(path, JSON.stringify(file));
}

describe("contract 5: where a command acts, on standard error", () => {
	it("the folder of a local store", async () => {
		writeFile(acme());
		for (const line of [`import ${path}`, "list", "export nobody"])
			expect(
				await org(...line.split(" "), "--data-dir", dataDirectory),
			).toMatchObject({ place: `Acting on the store in ${dataDirectory}\n` });
	});

	it("the table, the account and the region on AWS", async () => {
		expect(await org(...onTable("list"))).toMatchObject({
			code: 0,
			place: `Acting on table ${world.table.name}, account 000000000000, region ap-south-1\n`,
		});
	});

	it("when STS does not answer, the command still acts", async () => {
		vi.stubEnv("AWS_ENDPOINT_URL_STS", "http://127.0.0.1:1");
		expect(await org(...onTable("resume acme"))).toMatchObject({
			code: 0,
			place: expect.stringContaining("account unknown (STS does not answer)"),
		});
	});
});

describe("contract 5: a folder without a store", () => {
	const missing = join(directory, "missing");
	const isMissing =
		"there is no store in this folder, where `npm start` or `import` would create one. Name another folder, or a stack on AWS with --stack";
	const lines = [...commands.keys()]
		.filter((name) => name !== "import")
		.map(exampleLine);

	it.each([...lines, `import ${path} --dry-run`])(
		"%s is refused, and creates none",
		async (line) => {
			writeFile(acme());
			const words = [...line.split(" "), "--data-dir", missing];
			const { code, stdout, stderr, place } = await org(...words);
			expect({ code, stdout, place }).toEqual({
				code: 1,
				stdout: "",
				place: undefined,
			});
			expect(stderr).toBe(`--data-dir ${missing}: ${isMissing}\n`);
			expect(existsSync(missing)).toBe(false);
		},
	);

	it("the store of a running stack is found, even if DYNAMODB_ENDPOINT names its engine, so that the folder has no file of it", async () => {
		const path = join(directory, "elsewhere");
		const folder = await takeDataDirectory(path);
		await folder?.announce({
			endpoint: inject("dynamodbUrl"),
			tableName: world.table.name,
			queues: { endpoint: "", deadLetterQueueUrl: "", queueUrl: "" },
		});
		const { code, stdout } = await org("export", "acme", "--data-dir", path);
		await folder?.release();
		expect(code).toBe(0);
		expect(JSON.parse(stdout).org.id).toBe("acme");
	});

	it("compare --from such a folder is refused, and creates none", async () => {
		writeFile(acme());
		const place = ["--data-dir", dataDirectory];
		expect(await org("import", path, ...place)).toMatchObject({ code: 0 });
		const compare = ["compare", "acme", "--from", missing, ...place];
		expect(await org(...compare)).toMatchObject({
			code: 1,
			stderr: expect.stringContaining(isMissing),
		});
		expect(existsSync(missing)).toBe(false);
	});
});

/** A command with arguments of the right form. */
function exampleLine(name: string): string {
	const { usage } = commands.get(name) ?? { usage: "" };
	const [required = ""] = usage.split(/\[| \| /);
	const words = required
		.replace(" | --all", "")
		.replace("<operation>", "mark-as-paid")
		.replace("<p> …", "invoices:read")
		.replace("<duration>", "1h")
		.replace("<instant>", "2026-11-28T00:00:00Z")
		.replaceAll(/<([^>]+)>/g, "x")
		.trim();
	return `${name} ${words}`.trim();
}

it("contract 5: key create without --expires warns that the key never ends", async () => {
	const line = "key create acme --user u-admin --permission vendors:read";
	const { stdout, stderr } = await org(...onTable(line));
	expect(stderr).toBe(
		`Warning: the key ${JSON.parse(stdout).id} never expires. Create keys with --expires, and revoke this one when it has been replaced\n`,
	);
	const ending = await org(...onTable(`${line} --expires 2030-06-30`));
	expect(ending.stderr).toBe("");
});

/** Runs a command at a terminal, where somebody types this answer, once, and closes it. `null` closes it without one. */
async function atTerminal(line: string, answer: string | null) {
	const stdin = Object.assign(new PassThrough(), { isTTY: true });
	const stdout = collector();
	const stderr = Object.assign(collector(), { isTTY: true });
	stdin.end(answer === null ? "" : `${answer}\n`);
	const code = await runCommandLine(onTable(line), { stdin, stdout, stderr });
	return { code, stdout: stdout.text(), stderr: stderr.text() };
}

describe("contract 5: asks before doing what cannot be undone", () => {
	const cases: [command: string, question: string][] = [
		[
			"suspend acme",
			"Suspend acme, and stop its running batch for good? --keep-batches leaves the batch running.",
		],
		[
			"batch stop acme BATCH --reason wrong",
			`Stop batch BATCH of acme for good? What has not been decided yet of its ${batchMin} payments will not be made.`,
		],
		[
			"invoice unlock acme inv-0",
			"Release the lock of invoice inv-0 of acme, whoever holds it?",
		],
		[
			"user unbind acme u-admin",
			"Let the next account that signs in with admin@acme.example be this person, in every organization with the email?",
		],
		[
			`import ${path}`,
			'Change amounts or states of 2 existing records of acme? /invoices/0 change invoice "inv-0": amount 100 → 90, due 100 → 90. There are 1 more: import --dry-run lists them.',
		],
	];

	async function prepare(): Promise<{ named: (text: string) => string }> {
		const slug = await startBatch(world, resourcesOf(batchMin, 1));
		await org(...onTable("invoice lock acme inv-0 --for 1h"));
		writeFile(acme({ invoices: payableInvoices(2, 90) }));
		return { named: (text) => text.replace("BATCH", slug) };
	}

	it.each(cases)(
		"%s: without a terminal it wants --yes, and changes nothing",
		async (command, question) => {
			const { named } = await prepare();
			const before = await org(...onTable("export acme"));
			const refused = await org(...onTable(named(command)));
			expect(refused).toMatchObject({ code: 1, stdout: "" });
			expect(refused.stderr).toBe(
				`${named(question)} There is no terminal to answer at: repeat the command with --yes\n`,
			);
			expect(await org(...onTable("export acme"))).toEqual(before);
		},
	);

	it.each(cases)(
		"%s: changes nothing unless the answer at the terminal is yes",
		async (command, question) => {
			const { named } = await prepare();
			const before = await org(...onTable("export acme"));
			for (const answer of ["n", "", null]) {
				const refused = await atTerminal(named(command), answer);
				expect(refused.code).toBe(1);
				expect(refused.stderr).toContain(`${named(question)} [y/N]`);
				expect(refused.stderr).toMatch(/Nothing was changed\n$/);
			}
			expect(await org(...onTable("export acme"))).toEqual(before);
		},
	);

	it("an import takes effect after a yes; it does not ask if it only adds records, or changes no money", async () => {
		writeFile(acme({ invoices: payableInvoices(1, 90) }));
		expect(await atTerminal(`import ${path}`, "y")).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("1 changed"),
		});
		writeFile(
			acme({
				vendors: [{ id: "v-9", name: "New" }],
				invoices: [
					...payableInvoices(1, 90).map((invoice) => ({
						...invoice,
						description: "Rods",
					})),
					{ slug: "new", vendorId: "v-9", state: "APPROVED", amount: 5 },
				],
			}),
		);
		expect(await org(...onTable(`import ${path}`))).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("1 changed"),
		});
	});

	it("an import asks once, even if it plans again because somebody has changed a record meanwhile", async () => {
		vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", world.gateway.url);
		world.skipPauses();
		let payments = 0;
		world.gateway.faults.add({
			accessKeyId: "operator",
			operation: "BatchExecuteStatement",
			times: 1,
			effect: before(async () => {
				const { status } = await pay(world, resourcesOf(1, 1));
				expect(status).toBe(200);
				payments += 1;
			}),
		});
		writeFile(acme({ invoices: payableInvoices(1, 90) }));
		expect(await atTerminal(`import ${path}`, "y")).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("1 changed"),
		});
		expect(payments).toBe(1);
	});

	it("asks before an import decides an advance", async () => {
		const advance = { id: "adv-1", vendorId: "v-1" } as const;
		writeFile(acme({ advances: [{ ...advance, state: "PENDING" }] }));
		expect(await org(...onTable(`import ${path}`))).toMatchObject({ code: 0 });
		writeFile(acme({ advances: [{ ...advance, state: "REJECTED" }] }));
		const refused = await org(...onTable(`import ${path}`));
		expect(refused.stderr).toContain('state "PENDING" → "REJECTED"');
	});

	it("a suspension that keeps the batches does not ask", async () => {
		expect(await org(...onTable("suspend acme --keep-batches"))).toMatchObject({
			code: 0,
		});
	});
});
