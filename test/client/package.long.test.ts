import { execFile } from "node:child_process";
import {
	globSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installArchive } from "./support/install-archive.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const packageFolder = join(root, "client");
const sources = join(packageFolder, "src");

it("the client imports nothing but its own files: who only calls the API loads no dependency", () => {
	const library = globSync("**/*.ts", { cwd: sources }).filter(
		(file) => !/^pay(?:ment-file)?\//.test(file),
	);
	const foreign = library.flatMap((file) => {
		const text = readFileSync(join(sources, file), "utf8");
		const imported = [...text.matchAll(/from\s*"([^"]+)"/g)].map(
			([, target = ""]) => target,
		);
		return imported.filter(
			(target) =>
				!target.startsWith(".") ||
				normalize(join(dirname(file), target)).startsWith(".."),
		);
	});
	expect(library).toContain("client.ts");
	expect(foreign).toEqual([]);
});

describe("the packed client", () => {
	const consumer = mkdtempSync(join(tmpdir(), "client-consumer-"));
	afterAll(() => rmSync(consumer, { recursive: true }));
	let archiveBytes = 0;

	beforeAll(async () => {
		await run("npm", ["pack", "--pack-destination", consumer], {
			cwd: packageFolder,
		});
		const [archive = ""] = readdirSync(consumer);
		archiveBytes = statSync(join(consumer, archive)).size;
		writeFileSync(
			join(consumer, "package.json"),
			JSON.stringify({ private: true, type: "module" }),
		);
		installArchive(join(consumer, archive), {
			name: "procurement-payments-client",
			into: consumer,
			sources: [packageFolder, root].map((one) => join(one, "node_modules")),
		});
	});

	it("is imported from an empty project, without a registry", async () => {
		const script = `
			import * as client from "procurement-payments-client";
			const { ProcurementPaymentsClient } = client;
			const fetch = async () => Response.json({ ok: true, data: { id: "acme" } });
			const one = new ProcurementPaymentsClient({ url: "https://x", apiKey: "k", fetch });
			console.log((await one.getOrganization()).id, Object.keys(client).length);`;
		const { stdout } = await run(
			process.execPath,
			["--input-type=module", "--eval", script],
			{ cwd: consumer },
		);
		expect(stdout).toMatch(/^acme \d+\n$/);
	});

	it("client: has the command pay", async () => {
		const { bin } = JSON.parse(
			readFileSync(join(packageFolder, "package.json"), "utf8"),
		) as { bin: Record<string, string> };
		const [command = ""] = Object.values(bin);
		const installed = join(
			consumer,
			"node_modules/procurement-payments-client",
		);
		const { stdout } = await run(
			process.execPath,
			[join(installed, command), "pay", "--help"],
			{ cwd: consumer },
		);
		expect(stdout).toMatch(/^Usage: procurement-payments-client pay /);
	});

	it("client: is small, and so are its dependencies", () => {
		expect(archiveBytes).toBeLessThan(154_000);
		const installed = withDependencies("procurement-payments-client");
		expect(installed.length).toBeLessThan(20);
		const bytes = installed
			.flatMap((name) =>
				globSync(`node_modules/${name}/**/*`, { cwd: root }).map((file) =>
					statSync(join(root, file)),
				),
			)
			.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
		expect(bytes).toBeLessThan(12_000_000);
	});

	it("has types that hold a caller to the API, and the README's examples to them", async () => {
		writeFileSync(join(consumer, "caller.ts"), caller);
		writeFileSync(join(consumer, "readme.ts"), readmeExamples());
		const types = [
			"--typeRoots",
			join(root, "node_modules/@types"),
			"--types",
			"node",
		];
		const target = ["--target", "es2022", "--module", "nodenext"];
		const checked = run(
			process.execPath,
			[
				join(root, "node_modules/typescript/bin/tsc"),
				...["--noEmit", "--strict", "--ignoreConfig"],
				...target,
				...types,
				...["caller.ts", "readme.ts"],
			],
			{ cwd: consumer },
		);
		await expect(checked).resolves.toBeDefined();
	});
});

/** The packages that npm installs with one. */
function withDependencies(name: string, seen = new Set<string>()): string[] {
	if (seen.has(name)) return [];
	seen.add(name);
	const path = name.startsWith("procurement")
		? "client"
		: `node_modules/${name}`;
	// Unchecked cast: npm reads the same file.
	const { dependencies = {} } = JSON.parse(
		readFileSync(join(root, path, "package.json"), "utf8"),
	) as { dependencies?: Record<string, string> };
	for (const one of Object.keys(dependencies)) withDependencies(one, seen);
	return [...seen].filter((one) => !one.startsWith("procurement"));
}

/** One after the other, as a reader runs them. */
function readmeExamples(): string {
	const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
	const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)];
	expect(examples.length).toBeGreaterThan(2);
	return examples.map(([, code = ""]) => code).join("\n");
}

/** Each `@ts-expect-error` fails where there is no error. */
const caller = `
import { type Invoice, type ResourceResult, ProcurementPaymentsClient } from "procurement-payments-client";
const client = new ProcurementPaymentsClient({ url: "https://x", apiKey: "k" });
for await (const invoice of client.listInvoices({ open: true })) {
	const { due }: Invoice = invoice;
	due satisfies number;
}
const results: ResourceResult[] = await client.markAsPaid([{ slug: "a", amount: 1 }]);
for (const { status, reason } of results) if (status === "DONE") reason satisfies null;
// @ts-expect-error: an amount is a number
await client.markAsPaid([{ slug: "a", amount: "1" }]);
// @ts-expect-error: no such filter
client.listInvoices({ opened: true });
// @ts-expect-error: no such state
await client.updateInvoice("a", { state: "PAID" });
`;
