import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { type Equivalent, equivalents } from "./equivalents.ts";
import { type Subject, subjects } from "./subjects.ts";

/**
 * `npm run test:mutation [-- <folder or file> …]`: StrykerJS changes each expression of a subject, in a copy of the
 * project, and runs the subject's tests. `shared/payments/payment-plan.ts:40-60` are some lines of a file;
 * `MUTATION_TESTS=shared/payments` runs fewer tests. Exits with 1 when a score is too low.
 */
const root = join(import.meta.dirname, "../..");
const givenTests = process.env.MUTATION_TESTS;
const copies = `.local/mutation-${process.pid}`;
// StrykerJS leaves its copy behind when it is interrupted.
process.once("exit", () => rmSync(copies, { recursive: true, force: true }));

type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

async function mutate(path: string, { tests }: Subject): Promise<Mutant[]> {
	process.env.MUTATION_TESTS = givenTests ?? tests.join(",");
	return new Stryker({
		testRunner: "vitest",
		plugins: ["@stryker-mutator/vitest-runner"],
		coverageAnalysis: "perTest",
		concurrency: Number(process.env.CONCURRENCY ?? 1),
		mutate: /\.ts(:|$)/.test(path)
			? [path]
			: // Schemas are compiled before a mutant is switched on.
				[
					`${path}/**/*.ts`,
					"!**/*.d.ts",
					"!**/*schema.ts",
					...narrowerSubjects(path),
				],
		tempDirName: copies,
		ignorePatterns: [".local", "cdk.out", "docs.out"],
		// StrykerJS 10 reads this file with an API that TypeScript 7 has not.
		tsconfigFile: "none",
		vitest: {
			configFile: "test/mutation/vitest.config.ts",
			related: false,
		},
		// A machine may have other work to do.
		timeoutMS: 60_000,
		dryRunTimeoutMinutes: 60,
		allowConsoleColors: false,
		reporters: ["progress-append-only"],
	}).runMutationTest();
}

/** @returns Whether the score is reached, and the list of equivalent mutants has none that is no more. */
function report(mutants: readonly Mutant[], { folder, score }: Subject) {
	const all = mutants
		.map(toResult)
		.toSorted((a, b) => a.file.localeCompare(b.file) || a.number - b.number);
	const alive = all.filter(({ isKilled }) => !isKilled);
	const survivors = alive.filter((one) => !equivalents.some(isSameAs(one)));
	const files = new Set(all.map(({ file }) => file));
	const stale = equivalents.filter(
		(one) => files.has(one.file) && !all.some(isSameAs(one)),
	);
	for (const { file, number, line, change } of survivors)
		print(`${file}:${number}\n\t${line}\n\t${change}`);
	for (const { file, change } of stale)
		print(`equivalents.ts: ${file} has no mutant ${change}`);
	const equivalent = alive.length - survivors.length;
	const count = all.length - equivalent;
	const percent = 100 * (1 - survivors.length / Math.max(count, 1));
	print(
		`${folder}: ${percent.toFixed(1)} % of ${count} (${score} %), without ${equivalent} equivalent mutants`,
	);
	return percent >= score && stale.length === 0;
}

function toResult({ fileName, location, replacement, status }: Mutant) {
	const { start, end } = location;
	const lines = readFileSync(fileName, "utf8").split("\n");
	const inside = lines.slice(start.line - 1, end.line);
	const last = inside.pop()?.slice(0, end.column - 1) ?? "";
	const original = [...inside, last].join("\n").slice(start.column - 1);
	return {
		file: relative(root, fileName),
		number: start.line,
		line: lines[start.line - 1]?.trim() ?? "",
		change: `${shorten(original)} → ${shorten(replacement)}`,
		// A file of tests that cannot be read with the mutant fails, too.
		isKilled: ["Killed", "Timeout", "RuntimeError"].includes(status),
	};
}

const shorten = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 80);

type Place = Pick<Equivalent, "file" | "line" | "change">;

const isSameAs = (one: Place) => (other: Place) =>
	one.file === other.file &&
	one.line === other.line &&
	one.change === other.change;

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
		.map(({ folder }) => `!${folder}/**`);

/** Vitest runs no test for a path that does not exist, and reports nothing. */
function requireExisting({ folder, tests }: Subject) {
	const exists = (path: string) => existsSync(join(root, path));
	const missing = tests.filter(
		(path) => !exists(`test/${path}`) && !exists(`test/${path}.test.ts`),
	);
	if (!exists(folder) || missing.length > 0)
		throw new Error(
			`test/mutation/subjects.ts, ${folder}: there is no ${missing.map((path) => `test/${path}`).join(", ") || "such folder"}`,
		);
}

const print = (text: string) => process.stdout.write(`${text}\n`);

subjects.forEach(requireExisting);
const paths = process.argv.slice(2);
const chosen = paths.length > 0 ? paths : subjects.map(({ folder }) => folder);
for (const path of chosen) {
	const subject = subjectOf(path);
	const mutants = await mutate(path, subject);
	if (!report(mutants, subject)) process.exitCode = 1;
}
