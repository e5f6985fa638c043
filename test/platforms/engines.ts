import { join } from "node:path";
import { crateVersion } from "../../tools/local/engine-executable.ts";
import { projectRoot } from "../docs/markdown.ts";
import type { Part } from "./part.ts";
import { isProgram, runProgram } from "./run-program.ts";

const version = crateVersion;

/** Cargo builds the engine once, into `.local`. */
export const engines: Part = {
	summary: `the service on dynoxide-rs ${version} (Rust)`,
	async run() {
		if (!isProgram("cargo", "--version"))
			return { leftOut: "there is no cargo on the PATH" };
		const folder = join(projectRoot, `.local/dynoxide-${version}`);
		await runProgram("cargo", [
			...["install", "dynoxide-rs", "--version", version, "--locked"],
			...["--root", folder],
		]);
		const output = await runProgram(
			"npx",
			[
				...["vitest", "run", "--project", "fast", "--reporter", "dot"],
				...["test/functions", "test/shared", "test/tools/organization-files"],
			],
			{ env: { TEST_ENGINE: join(folder, "bin/dynoxide") } },
		);
		const [, tests = "no tests"] = /^ *Tests +(.*)$/m.exec(output) ?? [];
		return { figures: tests };
	},
};
