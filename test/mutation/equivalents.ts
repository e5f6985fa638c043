import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A mutant that does what the code does, or that nothing can observe. */
export interface Equivalent {
	file: string;
	/** The line on which it begins, without indentation. */
	line: string;
	change: string;
}

/**
 * `equivalents.txt` has a block for each line of code: its file, the line, its mutants as `npm run test:mutation` prints
 * them, and the reason, which holds for all of them.
 */
const list = readFileSync(join(import.meta.dirname, "equivalents.txt"), "utf8");

export const equivalents: readonly Equivalent[] = list
	.trimEnd()
	.split("\n\n")
	.flatMap((block) => {
		const [file = "", line = "", ...rest] = block.split("\n\t");
		const changes = rest.slice(0, -1);
		if (changes.length === 0)
			throw new Error(`equivalents.txt: no reason, or no mutant: ${block}`);
		return changes.map((change) => ({ file, line, change }));
	});
