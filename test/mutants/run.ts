import { join } from "node:path";
import { forEachConcurrently } from "../../shared/runtime/concurrently.ts";
import type { Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { runTests } from "./run-tests.ts";
import { copyProject, type WorkTree } from "./work-tree.ts";

/**
 * `npm run test:mutants [-- <id> …]`: plants each bug, or those named, in a copy of the project and runs its test there.
 * Exits with 1 when a bug is not caught: by a test that fails with it and does not without it.
 */
const root = join(import.meta.dirname, "../..");
const atOnce = 2;

interface Outcome {
	mutant: Mutant;
	result: "caught" | "NOT CAUGHT" | "NOT RUN";
	seconds: number;
	why?: string | undefined;
}

async function main(ids: readonly string[]): Promise<boolean> {
	const chosen = mutants.filter(
		({ id }) => ids.length === 0 || ids.includes(id),
	);
	if (chosen.length === 0) throw new Error(`No such mutant: ${ids.join(", ")}`);
	const interrupt = new AbortController();
	process.once("SIGINT", () => interrupt.abort(new Error("Interrupted")));
	process.once("SIGTERM", () => interrupt.abort(new Error("Terminated")));
	using trees = copies();
	const { signal } = interrupt;
	const red = await findRed(trees.free[0], chosen, signal);
	const outcomes: Outcome[] = [];
	await forEachConcurrently(chosen, atOnce, async (mutant) => {
		const tree = trees.free.pop();
		if (!tree) throw new Error("More mutants at once than trees");
		const outcome = await tryMutant(tree, mutant, red, signal);
		trees.free.push(tree);
		outcomes.push(outcome);
		process.stdout.write(`${toLine(outcome)}\n`);
	});
	return report(outcomes);
}

function copies(): { free: WorkTree[] } & Disposable {
	const all = Array.from({ length: atOnce }, () => copyProject(root));
	return {
		free: [...all],
		[Symbol.dispose]() {
			for (const tree of all) tree[Symbol.dispose]();
		},
	};
}

/** Tests that fail without any bug prove nothing with one. */
async function findRed(
	tree: WorkTree | undefined,
	chosen: readonly Mutant[],
	signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
	if (!tree) throw new Error("There is no tree");
	const files = [...new Set(chosen.map(({ test }) => test))];
	process.stdout.write(`${files.length} test files without a bug …\n`);
	const milliseconds = 1_200_000;
	const { failed } = await runTests(tree.path, files, { signal, milliseconds });
	for (const [file, titles] of failed)
		for (const title of titles)
			process.stdout.write(`fails without a bug: ${file}: ${title}\n`);
	return failed;
}

async function tryMutant(
	tree: WorkTree,
	mutant: Mutant,
	red: ReadonlyMap<string, ReadonlySet<string>>,
	signal: AbortSignal,
): Promise<Outcome> {
	const { test, only } = mutant;
	const redHere = red.get(test) ?? new Set();
	const isFirstEnough = redHere.size === 0;
	const start = performance.now();
	const { failed, run } = await tree.withMutant(mutant, () =>
		runTests(tree.path, [test], { only, isFirstEnough, signal }),
	);
	const [why] = [...(failed.get(test) ?? [])].filter(
		(title) => !redHere.has(title),
	);
	const seconds = (performance.now() - start) / 1_000;
	if (run === 0) return { mutant, result: "NOT RUN", seconds };
	return { mutant, result: why ? "caught" : "NOT CAUGHT", seconds, why };
}

function report(outcomes: readonly Outcome[]): boolean {
	const missed = outcomes.filter(({ result }) => result !== "caught");
	process.stdout.write(
		`\n${outcomes.length} bugs, ${outcomes.length - missed.length} caught\n`,
	);
	for (const outcome of missed) process.stdout.write(`${toLine(outcome)}\n`);
	return missed.length === 0;
}

const toLine = ({ mutant: { id, file, what }, result, seconds }: Outcome) =>
	[
		result.padEnd(10),
		`${seconds.toFixed(0)} s`.padStart(5),
		id.padEnd(28),
		what.padEnd(66),
		file,
	].join("  ");

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
