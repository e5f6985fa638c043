import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runProgram } from "./run-program.ts";

let programs: string;
beforeEach(() => {
	programs = mkdtempSync(join(tmpdir(), "programs-"));
});
afterEach(() => rmSync(programs, { recursive: true }));

/** A program on the PATH that only ends, with this code. */
function add(name: string, code: number) {
	const path = join(programs, name);
	writeFileSync(path, `#!/bin/sh\nexit ${code}\n`);
	chmodSync(path, 0o755);
}

/** Where no other programs are on the PATH. */
function run(...parts: string[]) {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[join(import.meta.dirname, "run.ts"), ...parts],
		{ env: { PATH: programs }, encoding: "utf8" },
	);
	const outcomes = stdout
		.split("\n")
		.filter((line) => / left out: /.test(line));
	return { status, stdout, stderr, outcomes };
}

describe("test:platforms: a part whose program is absent is left out, with a line that says so", () => {
	it("without Java and Python", () => {
		expect(run()).toMatchObject({
			status: 0,
			outcomes: [
				"== dynamodb-local: left out: there is no java on the PATH",
				"== engines: left out: there is no cargo on the PATH",
				"== templates: left out: cfn-lint==1.58.0 and checkov==3.3.30: there is no python3 with venv on the PATH",
				"== openapi: left out: schemathesis==4.32.5: there is no python3 with venv on the PATH",
				"== generators: left out: there is no java on the PATH",
				"== python-guide: left out: httpx==0.28.1: there is no python3 with venv on the PATH",
				"== python-samples: left out: there is no python3 on the PATH",
			],
		});
	});

	it("with Java, but without DynamoDB Local and Maven", () => {
		add("java", 0);
		expect(run("dynamodb-local").outcomes).toEqual([
			"== dynamodb-local: left out: DYNAMODB_LOCAL does not name the folder of DynamoDBLocal.jar, and there is no mvn on the PATH to download it",
		]);
	});
});

it("test:platforms: a part that fails is named, and the command ends with 1", () => {
	add("java", 0);
	add("npx", 1);
	const { status, stdout } = spawnSync(
		process.execPath,
		[join(import.meta.dirname, "run.ts"), "dynamodb-local"],
		{ env: { PATH: programs, DYNAMODB_LOCAL: programs }, encoding: "utf8" },
	);
	expect(status).toBe(1);
	expect(stdout).toMatch(/^== dynamodb-local: FAILED after \d+ s: npx /m);
});

it("29.1: what a quiet program writes to standard error is returned: generators report there what they leave out", async () => {
	const script = 'console.log("generated"); console.error("[main] ERROR")';
	const output = await runProgram(process.execPath, ["-e", script], {
		isQuiet: true,
	});
	expect(output.split("\n").toSorted()).toEqual([
		"",
		"[main] ERROR",
		"generated",
	]);
});

it("test:platforms: an unknown part is refused", () => {
	expect(run("dynamo")).toMatchObject({
		status: 2,
		stderr:
			"There is no part dynamo: the parts are dynamodb-local, engines, templates, openapi, generators, python-guide, python-samples\n",
	});
});
