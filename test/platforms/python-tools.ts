import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PartResult } from "./part.ts";
import { isProgram, runProgram } from "./run-program.ts";

/** Name and version of a Python package. Others find other things. */
export type PythonPackage = `${string}==${string}`;

/**
 * Installs Python packages into a temporary environment of their own, with `pip` and its settings.
 *
 * @param use Gets the folder of their programs.
 */
export async function withPythonTools(
	packages: readonly PythonPackage[],
	use: (programs: string) => Promise<PartResult>,
): Promise<PartResult> {
	const names = packages.join(" and ");
	if (!isProgram("python3", "-c", "import venv"))
		return { leftOut: `${names}: there is no python3 with venv on the PATH` };
	const folder = await mkdtemp(join(tmpdir(), "python-tools-"));
	const programs = join(folder, "bin");
	try {
		const isInstalled = await install(folder, packages).then(
			() => true,
			() => false,
		);
		if (!isInstalled)
			return { leftOut: `${names}: pip cannot install them here` };
		return await use(programs);
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function install(folder: string, packages: readonly PythonPackage[]) {
	const isQuiet = true;
	await runProgram("python3", ["-m", "venv", folder], { isQuiet });
	await runProgram(
		join(folder, "bin/pip"),
		["install", "--quiet", "--retries", "1", "--timeout", "30", ...packages],
		{ isQuiet },
	);
}
