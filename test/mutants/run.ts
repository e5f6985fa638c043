import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { forEachConcurrently } from "../../shared/timing/concurrently.ts";
import type { Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { plant } from "./plant.ts";
import { runTests } from "./run-tests.ts";
import { copyProject, type WorkTree } from "./work-tree.ts";

/**
 * `npm run test:mutants [-- <id> …]`: plants each bug, or those named, in a copy of the project and runs its test there.
 * A bug is caught by a test that fails with it and not without it. Exits with 1 when one is not caught.
 */
const root = join(import.meta.dirname, "../..");
const atOnce = 2;
/** Limit for one test file. A longer run means that a bug made a test hang. */
const testMilliseconds = 240_000;
const allTestsMilliseconds = 1_200_000;

interface Outcome {
	mutant: Mutant;
	result: "caught" | "NOT CAUGHT" | "NOT RUN";
	seconds: number;
	/** Title of the test that fails. */
	caughtBy?: string | undefined;
}

/** Titles of failed tests, by their files. */
type Failed = ReadonlyMap<string, ReadonlySet<string>>;

async function testMutants(ids: readonly string[], signal: AbortSignal) {
	const chosen = choose(ids);
	for (const mutant of chosen) requirePlace(mutant);
	const trees = Array.from({ length: atOnce }, () => copyProject(root));
	const free = [...trees];
	const outcomes: Outcome[] = [];
	try {
		const red = await findRed(trees[0], chosen, signal);
		await forEachConcurrently(chosen, atOnce, async (mutant) => {
			const tree = free.pop();
			if (!tree) throw new Error("More bugs at once than trees");
			const outcome = await tryMutant(tree, mutant, red, signal);
			free.push(tree);
			outcomes.push(outcome);
			print(toLine(outcome));
		});
	} finally {
		for (const tree of trees) tree.remove();
	}
	return outcomes;
}

/** @throws When the place of the bug, or its test, is not there any more. */
function requirePlace(mutant: Mutant) {
	plant(readFileSync(join(root, mutant.file), "utf8"), mutant);
	if (!existsSync(join(root, mutant.test)))
		throw new Error(`${mutant.id}: there is no ${mutant.test}`);
}

function choose(ids: readonly string[]): readonly Mutant[] {
	const unknown = ids.find((id) => !mutants.some((one) => one.id === id));
	if (unknown) throw new Error(`There is no planted bug ${unknown}`);
	return mutants.filter(({ id }) => ids.length === 0 || ids.includes(id));
}

/** Tests that fail without any bug prove nothing with one. */
async function findRed(
	tree: WorkTree | undefined,
	chosen: readonly Mutant[],
	signal: AbortSignal,
): Promise<Failed> {
	const milliseconds = allTestsMilliseconds;
	const failed = new Map<string, ReadonlySet<string>>();
	for (const [isLong = false, own] of Map.groupBy(
		chosen,
		(one) => one.isLong,
	)) {
		const files = [...new Set(own.map(({ test }) => test))];
		print(`${files.length} test files without a bug …`);
		const only = isLong ? own.map((one) => one.only).join("|") : undefined;
		const options = { only, signal, milliseconds };
		const tests = tree && (await runTests(tree.path, files, options));
		if (!tests) throw new Error("The tests without a bug did not end");
		for (const [file, titles] of tests.failed) failed.set(file, titles);
	}
	for (const [file, titles] of failed)
		for (const title of titles) print(`fails without a bug: ${file}: ${title}`);
	return failed;
}

async function tryMutant(
	tree: WorkTree,
	mutant: Mutant,
	red: Failed,
	signal: AbortSignal,
): Promise<Outcome> {
	const { test, only } = mutant;
	const redHere = red.get(test) ?? new Set();
	const isFirstEnough = redHere.size === 0;
	const milliseconds = testMilliseconds;
	const start = performance.now();
	const tests = await tree.withMutant(mutant, () =>
		runTests(tree.path, [test], { only, isFirstEnough, signal, milliseconds }),
	);
	const seconds = (performance.now() - start) / 1_000;
	if (!tests || tests.count === 0)
		return { mutant, result: "NOT RUN", seconds };
	const failed = [...(tests.failed.get(test) ?? [])];
	const caughtBy = failed.find((title) => !redHere.has(title));
	const result = caughtBy === undefined ? "NOT CAUGHT" : "caught";
	return { mutant, result, seconds, caughtBy };
}

const toLine = ({ mutant, result, seconds, caughtBy = "" }: Outcome) =>
	[
		result.padEnd(10),
		`${seconds.toFixed(0)} s`.padStart(5),
		mutant.id.padEnd(29),
		mutant.file.padEnd(62),
		mutant.what,
		...(caughtBy && [`\n${" ".repeat(19)}${caughtBy}`]),
	].join("  ");

const print = (line: string) => process.stdout.write(`${line}\n`);

const start = performance.now();
const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"])
	process.once(signal, () => interrupt.abort());
try {
	const ids = process.argv.slice(2);
	const outcomes = await testMutants(ids, interrupt.signal);
	const missed = outcomes.filter(({ result }) => result !== "caught");
	const minutes = ((performance.now() - start) / 60_000).toFixed(1);
	const caught = outcomes.length - missed.length;
	print(`\n${caught} of ${outcomes.length} caught in ${minutes} minutes`);
	for (const outcome of missed) print(toLine(outcome));
	process.exitCode = missed.length === 0 ? 0 : 1;
} catch (error) {
	print(interrupt.signal.aborted ? "Interrupted" : `${error}`);
	process.exitCode = 1;
}
