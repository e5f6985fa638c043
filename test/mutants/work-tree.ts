import { execFileSync } from "node:child_process";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Mutant } from "./mutant.ts";
import { plant } from "./plant.ts";

/** A copy of the project in which bugs are planted: the developer's own files are never touched. */
export interface WorkTree {
	path: string;
	/** Plants the bug while `act` runs. */
	withMutant<T>(mutant: Mutant, act: () => Promise<T>): Promise<T>;
	remove(): void;
}

/** Copies what git knows of, and what it does not ignore, as it now is; the packages are linked. */
export function copyProject(root: string): WorkTree {
	const path = mkdtempSync(join(tmpdir(), "mutants-"));
	for (const file of projectFiles(root)) {
		const target = join(path, file);
		mkdirSync(dirname(target), { recursive: true });
		copyFileSync(join(root, file), target);
	}
	symlinkSync(join(root, "node_modules"), join(path, "node_modules"));
	return {
		path,
		async withMutant({ file, ...mutant }, act) {
			const target = join(path, file);
			const text = readFileSync(target, "utf8");
			writeFileSync(target, plant(text, { file, ...mutant }));
			try {
				return await act();
			} finally {
				writeFileSync(target, text);
			}
		},
		remove: () => rmSync(path, { recursive: true, force: true }),
	};
}

const projectFiles = (root: string): string[] =>
	execFileSync(
		"git",
		["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
		{ cwd: root, encoding: "utf8" },
	)
		.split("\0")
		// A link to packages is not ignored, and what was removed may not be committed yet.
		.filter((file) => file !== "" && file !== "node_modules")
		.filter((file) => existsSync(join(root, file)));
