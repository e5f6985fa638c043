import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { orgPath, orgProcess } from "../../support/org-command.ts";
import { contractExample } from "../organization-files/contract-example.ts";

const directory = mkdtempSync(join(tmpdir(), "org-"));
const onStore = ["--data-dir", join(directory, "data")];

beforeAll(async () => {
	const path = join(directory, "acme.json");
	writeFileSync(path, JSON.stringify(contractExample()));
	expect(await orgProcess("import", path, ...onStore)).toMatchObject({
		code: 0,
		stdout: "acme: 12 created, 0 changed, 0 unchanged\n",
	});
});
afterAll(() => rmSync(directory, { recursive: true }));

it("contract 5: an export in a process of its own prints what an import has stored", async () => {
	const { code, stdout, stderr } = await orgProcess(
		...["export", "acme", ...onStore],
	);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	expect(JSON.parse(stdout)).toMatchObject({ org: { id: "acme" } });
	expect(stdout).not.toContain("acme-admin-key");
});

it("contract 5: the process ends with the exit code", async () => {
	expect(await orgProcess("export")).toMatchObject({
		code: 2,
		stdout: "",
		stderr: "<orgId> is missing: --help shows the arguments\n",
	});
});

it("contract 5: a program that reads the output may stop reading it", async () => {
	const child = spawn(process.execPath, [
		...[orgPath, "export", "acme", ...onStore],
	]);
	child.stdout.destroy();
	let complaint = "";
	child.stderr.on("data", (chunk) => {
		complaint += chunk;
	});
	const [code] = await once(child, "close");
	expect(code).toBe(0);
	expect(complaint).toMatch(/^Acting on the store in [^\n]+\n$/);
});
