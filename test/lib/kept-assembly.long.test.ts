import { execFile } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { synthesize } from "../../tools/local/template/synthesize.ts";
import { projectRoot } from "../docs/markdown.ts";

const stack = "ProcurementPayments-dev";
const folder = mkdtempSync(join(tmpdir(), "kept-"));
const kept = join(folder, "1.0.0-dev");
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => cpSync(await synthesize(), kept, { recursive: true }));

/** The CDK's command line, where there is neither the project's cdk.json nor its sources. */
async function cdk(...words: string[]) {
	const program = join(projectRoot, "node_modules/aws-cdk/bin/cdk");
	const { stdout, stderr } = await promisify(execFile)(
		process.execPath,
		[program, ...words, "--app", kept, "--no-color"],
		{ cwd: folder },
	);
	return stdout + stderr;
}

const templatePath = join(kept, `${stack}.template.json`);

it("operations, Roll back: a kept cdk.out is deployed as it is, from any folder", async () => {
	expect(await cdk("list")).toContain(stack);
	expect(await cdk("diff", "--template", templatePath)).toContain(
		"There were no differences",
	);
});

it("operations, Roll back: `cdk diff` of a kept cdk.out shows what going back changes", async () => {
	const deployed = join(folder, "deployed.json");
	const template = readFileSync(templatePath, "utf8");
	writeFileSync(
		deployed,
		template.replaceAll('"MemorySize": 1024', '"MemorySize": 512'),
	);
	expect(await cdk("diff", "--template", deployed)).toMatch(
		/\[-\] 512\s+.*\[\+\] 1024/,
	);
});

it("operations, Roll back: a kept cdk.out has every bundle of its template, by relative paths", () => {
	const { files } = JSON.parse(
		readFileSync(join(kept, `${stack}.assets.json`), "utf8"),
	);
	const sources = Object.values<{ source: { path: string } }>(files).map(
		({ source }) => source.path,
	);
	const bundles = sources.filter((path) => path.startsWith("asset."));
	expect(bundles.length).toBeGreaterThan(10);
	for (const path of sources) expect(existsSync(join(kept, path))).toBe(true);
	for (const path of bundles)
		expect(existsSync(join(kept, path, "index.js"))).toBe(true);
});
