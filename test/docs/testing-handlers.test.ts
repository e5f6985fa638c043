import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	mkdirSync,
	mkdtempDisposableSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot, readDocument } from "./markdown.ts";

const guide = readDocument("docs/guides/testing-handlers.md");

/** The guide's tests, each with the file name in its first line. */
const tests = [...guide.matchAll(/^```ts\n(\/\/ (\S+)\n.*?)^```$/gms)].map(
	([, code = "", name = ""]) => ({ name, code }),
);

it("docs/guides/testing-handlers.md: its tests of the four handlers pass in a project of their own, as they stand there", async () => {
	expect(tests.map(({ name }) => name)).toEqual([
		"bulk-skus-handler.test.ts",
		"purchase-order-handler.test.ts",
		"vendor-advance-handler.test.ts",
		"mark-as-paid-handler.test.ts",
	]);
	using project = mkdtempDisposableSync(join(tmpdir(), "another-project-"));
	const packages = join(project.path, "node_modules");
	mkdirSync(packages);
	symlinkSync(projectRoot, join(packages, "procurement-payments"));
	symlinkSync(
		join(projectRoot, "node_modules/vitest"),
		join(packages, "vitest"),
	);
	writeFileSync(join(project.path, "package.json"), '{"type":"module"}');
	writeFileSync(
		join(project.path, "tsconfig.json"),
		JSON.stringify({
			extends: "procurement-payments/tsconfig.json",
			compilerOptions: {
				typeRoots: [join(projectRoot, "node_modules/@types")],
			},
			include: ["*.ts"],
		}),
	);
	for (const { name, code } of tests) {
		writeFileSync(join(project.path, name), code);
	}
	const endings = [
		runIn(project.path, "vitest/vitest.mjs", "run", "--no-isolate"),
		runIn(project.path, "typescript/bin/tsc"),
	];
	expect(await Promise.all(endings)).toEqual(["", ""]);
});

/** @returns What the program of a package printed if it failed; empty: it succeeded. */
async function runIn(folder: string, program: string, ...args: string[]) {
	const script = join(projectRoot, "node_modules", program);
	const child = spawn(process.execPath, [script, ...args], { cwd: folder });
	const output: string[] = [];
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (text) => output.push(text));
	}
	const [status] = await once(child, "close");
	return status === 0 ? "" : output.join("");
}
