import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../docs/markdown.ts";
import type { Part } from "../part.ts";
import { isProgram, runProgram } from "../run-program.ts";
import { startEmulator } from "./start-emulator.ts";

const version = "1.5.33";
const config = "test/platforms/emulator/vitest.config.ts";
const isQuiet = true;

/**
 * The whole service as `cdk deploy` makes it, on MiniStack, an emulator of AWS that is not ours. It is installed once, into
 * `.local`. `gaps.py` has what it lacks.
 */
export const emulator: Part = {
	summary: `the unmodified templates on MiniStack ${version}, an emulator of AWS (Python), with IAM enforced`,
	async run() {
		if (!isProgram("python3", "-c", "import venv"))
			return { leftOut: "there is no python3 with venv on the PATH" };
		const programs = await install().catch(() => undefined);
		if (!programs) return { leftOut: "pip cannot install MiniStack here" };
		const folder = await mkdtemp(join(tmpdir(), "emulator-"));
		try {
			await using started = await startEmulator(
				join(programs, "python"),
				folder,
			);
			const env = {
				...started.env,
				EMULATOR_FOLDER: folder,
				EMULATOR_PYTHON: join(programs, "python"),
			};
			const output = await runProgram(
				"npx",
				["vitest", "run", "--config", config],
				{ env },
			);
			const [, tests = "no tests"] = /^ *Tests +(.*)$/m.exec(output) ?? [];
			return { figures: tests };
		} finally {
			await rm(folder, { recursive: true });
		}
	},
};

/** @returns The folder of its programs. */
async function install(): Promise<string> {
	const folder = join(projectRoot, `.local/ministack-${version}`);
	const programs = join(folder, "bin");
	if (existsSync(join(programs, "ministack"))) return programs;
	await runProgram("python3", ["-m", "venv", folder], { isQuiet });
	await runProgram(
		join(programs, "pip"),
		[
			...["install", "--quiet", "--retries", "1", "--timeout", "30"],
			`ministack[full]==${version}`,
		],
		{ isQuiet },
	);
	return programs;
}
