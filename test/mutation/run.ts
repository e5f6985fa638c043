import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Equivalent, equivalents } from "./equivalents.ts";
import { instrument, type Mutant } from "./instrument.ts";
import { type Plan, planVariable, readFindings } from "./plan.ts";
import { type Subject, subjects } from "./subjects.ts";

/**
 * `npm run test:mutation [-- <folder or file> …]` puts the mutants of StrykerJS into a subject, and runs the subject's
 * tests with each. `shared/payments/payment-plan.ts:40-60` are some lines of a file; `MUTATION_TESTS=shared/payments`
 * runs fewer tests, `SECONDS=60` more of them with each mutant, `EVERY=20` tries a sample, `CONCURRENCY=2` takes two
 * cores. Exits with 1 when a score is too low.
 */
const root = join(import.meta.dirname, "../..");
const givenTests = process.env.MUTATION_TESTS?.split(",");
const concurrency = Number(process.env.CONCURRENCY ?? 1);
const every = Number(process.env.EVERY ?? 1);
/** Tests that take less try the mutants first. */
const shortMs = 300;
const documentedErrors = "mutation/documented-errors.mutation";
const budget = 1_000 * Number(process.env.SECONDS ?? 20);
const folder = mkdtempSync(join(tmpdir(), "mutation-"));
process.once("exit", () => rmSync(folder, { recursive: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const)
	process.once(signal, () => process.exit(1));

/** @returns Ids of the mutants that a test notices. */
async function findKilled(
	path: string,
	{ tests }: Subject,
	mutants: readonly DescribedMutant[],
): Promise<Set<string>> {
	const shares = Array.from({ length: concurrency }, (_, share) =>
		mutants.filter((_, index) => index % concurrency === share),
	);
	const without = narrowerSubjects(path);
	const common = { path, without, tests: givenTests ?? tests };
	const killed = await Promise.all(
		shares.map((share, index) => tryMutants(share, { ...common, index })),
	);
	return new Set(killed.flat());
}

/**
 * Tries mutants with the short tests, and those that are left with the long ones. A mutant that no test reaches, but the
 * load of a module, is active in a process of its own.
 *
 * @returns Ids of those that a test notices.
 */
async function tryMutants(
	mutants: readonly DescribedMutant[],
	common: Pick<Plan, "path" | "without" | "tests"> & { index: number },
): Promise<string[]> {
	const killed = new Set<string>();
	const reached = new Set<string>();
	const atLoad = new Set<string>();
	const living = () => mutants.filter(({ id }) => !killed.has(id));

	const run = async (plan: Pick<Plan, "mutants" | "done" | "longest">) => {
		const { findings } = await runTests({ ...common, ...plan, active: null });
		const done: string[] = [];
		let suspect: string | undefined;
		const last = findings.at(-1);
		if (last?.kind === "trial") {
			suspect = last.mutant;
			killed.add(suspect);
		}
		for (const one of findings)
			switch (one.kind) {
				case "killed":
					killed.add(one.mutant);
					break;
				case "spoilt":
					suspect = one.mutant;
					break;
				case "static":
					addAll(atLoad, one.mutants);
					break;
				case "failing":
					print(`Fails without a mutant: ${one.test}`);
					break;
				case "done":
					done.push(one.test);
					addAll(reached, one.reached);
			}
		return { done, suspect };
	};

	const done: string[] = [];
	for (const longest of [shortMs, Number.MAX_SAFE_INTEGER]) {
		// Tried alone, and not noticed by these tests.
		const unnoticed = new Set<string>();
		for (;;) {
			const left = living().map(({ id }) => id);
			const mutants = left.filter((id) => !unnoticed.has(id));
			if (mutants.length === 0) break;
			const { suspect, ...rest } = await run({ mutants, done, longest });
			done.push(...rest.done);
			if (suspect === undefined) break;
			if (killed.has(suspect)) continue;
			await run({ mutants: [suspect], done, longest });
			unnoticed.add(suspect);
		}
	}
	for (const { id: active, file } of living()) {
		if (reached.has(active) || !atLoad.has(active)) continue;
		const home = dirname(file).replace(/^client\/src/, "client");
		const tests = givenTests ?? [home, ...common.tests];
		const plan = { mutants: [], done: [], active, longest: 0, tests };
		const { isRed } = await runTests({ ...common, ...plan });
		if (isRed) killed.add(active);
	}
	return [...killed];
}

const addAll = <T>(set: Set<T>, items: readonly T[]) => {
	for (const item of items) set.add(item);
};

/** Runs the tests of a plan in a process. `index` names its files. */
async function runTests({
	index,
	tests,
	...rest
}: Omit<Plan, "findings" | "budget"> & { index: number }) {
	const file = join(folder, `plan-${index}.json`);
	const findings = join(folder, `findings-${index}.jsonl`);
	const plan: Plan = {
		...{ ...rest, budget, findings },
		// It loads half of the project: last where the first failure ends the run.
		tests: rest.active
			? [...tests, documentedErrors]
			: [documentedErrors, ...tests],
	};
	writeFileSync(findings, "");
	writeFileSync(file, JSON.stringify(plan));
	const vitest = spawn(
		process.execPath,
		[
			join(root, "node_modules/vitest/vitest.mjs"),
			...["run", "--config", join(import.meta.dirname, "vitest.config.ts")],
			...(plan.active ? ["--bail=1"] : []),
		],
		{
			cwd: root,
			stdio: process.env.DEBUG ? "inherit" : "ignore",
			env: { ...process.env, [planVariable]: file },
		},
	);
	const end = () => vitest.kill();
	process.once("exit", end);
	const watch = setInterval(() => killBusy(plan), 5_000);
	const [code] = await once(vitest, "exit");
	clearInterval(watch);
	process.off("exit", end);
	return { findings: readFindings(plan), isRed: code !== 0 };
}

/** A mutant can keep a process so busy that it misses the time limit of the trial. */
function killBusy(plan: Plan) {
	const last = readFindings(plan).at(-1);
	if (last?.kind !== "trial") return;
	const { mtimeMs } = statSync(plan.findings);
	if (Date.now() - mtimeMs < last.ms + 10_000) return;
	try {
		process.kill(last.pid, "SIGKILL");
	} catch {
		// It has ended.
	}
}

/** A mutant as it is printed and as `equivalents.txt` lists it. */
interface DescribedMutant extends Equivalent {
	id: string;
	/** The line of the file on which it begins. */
	number: number;
}

/** @returns Whether the score is reached, and the list of equivalent mutants has none that is no more. */
function report(
	path: string,
	mutants: readonly DescribedMutant[],
	killed: ReadonlySet<string>,
	{ folder, score }: Subject,
) {
	const tried = mutants.filter((one) => !isEquivalent(one));
	const survivors = tried
		.filter(({ id }) => !killed.has(id))
		.toSorted((a, b) => a.file.localeCompare(b.file) || a.number - b.number);
	// A part of a file lacks the other mutants.
	const isPart = path.includes(":") || every > 1;
	const files = new Set(isPart ? [] : mutants.map(({ file }) => file));
	const stale = equivalents.filter(
		(one) => files.has(one.file) && !mutants.some(isSameAs(one)),
	);
	for (const { file, number, line, change } of survivors)
		print(`${file}:${number}\n\t${line}\n\t${change}`);
	for (const { file, change } of stale)
		print(`equivalents.txt: ${file} has no mutant ${change}`);
	const percent = 100 * (1 - survivors.length / Math.max(tried.length, 1));
	print(
		`${folder}: ${percent.toFixed(1)} % of ${tried.length} (${score} %), without ${mutants.length - tried.length} equivalent mutants`,
	);
	return percent >= score && stale.length === 0;
}

function describe({
	id,
	fileName,
	location,
	replacement,
}: Mutant): DescribedMutant {
	const { start, end } = location;
	const lines = readFileSync(join(root, fileName), "utf8").split("\n");
	const inside = lines.slice(start.line, end.line + 1);
	const last = inside.pop()?.slice(0, end.column) ?? "";
	const original = [...inside, last].join("\n").slice(start.column);
	return {
		id,
		file: fileName,
		number: start.line + 1,
		line: lines[start.line]?.trim() ?? "",
		change: `${shorten(original)} → ${shorten(replacement)}`,
	};
}

const shorten = (text: string) =>
	text.replaceAll(/\s+/g, " ").slice(0, 80).trim();

const isSameAs = (one: Equivalent) => (other: Equivalent) =>
	one.file === other.file &&
	one.line === other.line &&
	one.change === other.change;

const isEquivalent = (one: Equivalent) => equivalents.some(isSameAs(one));

/** The narrowest subject of a folder, file or lines. */
function subjectOf(path: string): Subject {
	const found = subjects.find(
		({ folder }) => path === folder || path.startsWith(`${folder}/`),
	);
	if (!found) throw new Error(`${path} belongs to no subject`);
	return found;
}

const narrowerSubjects = (path: string) =>
	subjects
		.filter(({ folder }) => folder.startsWith(`${path}/`))
		.map(({ folder }) => folder);

const print = (text: string) => process.stdout.write(`${text}\n`);

const paths = process.argv.slice(2);
const chosen = paths.length > 0 ? paths : subjects.map(({ folder }) => folder);
for (const path of chosen) {
	const subject = subjectOf(path);
	const { mutants: all } = await instrument(path, narrowerSubjects(path));
	const mutants = all.filter((_, index) => index % every === 0).map(describe);
	const tried = mutants.filter((one) => !isEquivalent(one));
	const killed = await findKilled(path, subject, tried);
	if (!report(path, mutants, killed, subject)) process.exitCode = 1;
}
