import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { projectRoot } from "../docs/markdown.ts";

const folder = mkdtempSync(join(tmpdir(), "system-node-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The project's own, which npm puts first, is not on it. */
const systemPath = `${process.env.PATH}`
	.split(delimiter)
	.filter((entry) => !entry.includes("node_modules"))
	.join(delimiter);

it("contract 1: a cdk that is not started by npm runs the app, though the system's Node cannot", async () => {
	// As Node.js 20 refuses a file with types.
	const node = join(folder, "node");
	writeFileSync(
		node,
		`#!/bin/sh
case "$1" in *.ts) echo 'Unknown file extension ".ts"' >&2; exit 1 ;; esac
exec "${process.execPath}" "$@"
`,
	);
	chmodSync(node, 0o755);
	const cdk = join(projectRoot, "node_modules/aws-cdk/bin/cdk");
	const { stdout } = await promisify(execFile)(node, [cdk, "list"], {
		cwd: projectRoot,
		env: {
			...Object.fromEntries(
				Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
			),
			PATH: `${folder}${delimiter}${systemPath}`,
		},
	});
	expect(stdout).toBe("ProcurementPayments-dev\n");
});
