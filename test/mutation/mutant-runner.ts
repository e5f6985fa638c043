import { TestRunner } from "vitest";
import { note, readPlan } from "./plan.ts";

/** What the code that StrykerJS instruments reads and writes. */
interface Switches {
	activeMutant?: string | undefined;
	/** Where a hit is counted; undefined: under `static`. */
	currentTestId?: string | undefined;
	hitCount?: number | undefined;
	hitLimit?: number | undefined;
	mutantCoverage: {
		static: Record<string, number>;
		perTest: Record<string, Record<string, number>>;
	};
}

const plan = readPlan();
const switches: Switches = {
	...(plan.active && { activeMutant: plan.active }),
	mutantCoverage: { static: {}, perTest: {} },
};
Object.assign(globalThis, { __stryker__: switches });

type Task = Parameters<TestRunner["onAfterRetryTask"]>[0];
type TryOptions = Parameters<TestRunner["onAfterRetryTask"]>[1];

/** What a run of a test is for: without a mutant, with one, or without one again after it failed with one. */
type Attempt =
	| { kind: "first" }
	| { kind: "trial"; mutant: string }
	| { kind: "control"; mutant: string };

/**
 * Runs each test without a mutant, then with each living mutant that it has reached: in one process, as a retry of the
 * test with its hooks. So a mutant costs the time of the tests that reach it, and no start of a process. A failure is
 * followed by a run without a mutant: the mutant may have spoilt the process.
 */
export default class MutantRunner extends TestRunner {
	private alive = new Set(plan.mutants);
	private done = new Set(plan.done);
	private hit = new Set<string>();
	private tried = new Set<string>();
	private spent = new Map<string, number>();
	private isSpoilt = false;
	private attempt: Attempt = { kind: "first" };
	private queue: string[] = [];
	private reached: string[] = [];
	/** When the first test began. */
	private beganAt: number | undefined;
	private startedAt = 0;
	private firstMs = 0;

	override async onBeforeRunTask(test: Task) {
		await super.onBeforeRunTask(test);
		if (plan.active) {
			this.beganAt ??= performance.now();
			const spent = performance.now() - this.beganAt;
			if (spent > plan.budget) test.mode = "skip";
			return;
		}
		if (this.isSpoilt || this.isOver() || this.done.has(nameOf(test)))
			test.mode = "skip";
		test.retry = Number.MAX_SAFE_INTEGER;
		this.attempt = { kind: "first" };
	}

	override onBeforeTryTask(test: Task, options: TryOptions) {
		super.onBeforeTryTask(test, options);
		this.startedAt = performance.now();
		if (plan.active) return;
		const { kind } = this.attempt;
		switches.currentTestId = kind === "first" ? test.id : "again";
		switches.activeMutant =
			this.attempt.kind === "trial" ? this.attempt.mutant : undefined;
		switches.hitCount = 0;
	}

	async runTask(test: Task) {
		const run = TestRunner.getTestFn(test);
		if (this.attempt.kind !== "trial") return run();
		const { mutant } = this.attempt;
		const { pid } = process;
		note(plan, { kind: "trial", mutant, ms: this.trialMs(), pid });
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise((_, reject) => {
			const fail = () => reject(new Error("The mutant takes too long"));
			timer = setTimeout(fail, this.trialMs());
		});
		await Promise.race([run(), late]).finally(() => clearTimeout(timer));
	}

	private trialMs = () => 5_000 + 10 * this.firstMs;

	override async onAfterRetryTask(test: Task, options: TryOptions) {
		await super.onAfterRetryTask(test, options);
		const { result } = test;
		if (plan.active || !result) return;
		const isRed = result.state === "fail";
		switches.activeMutant = undefined;
		const next = this.next(test, isRed, performance.now() - this.startedAt);
		result.attempts = [];
		// Vitest repeats a test that has failed with an error.
		result.state = next ? "fail" : "pass";
		result.errors = next ? [{ message: "next" }] : [];
		if (next) this.attempt = next;
		else switches.currentTestId = undefined;
	}

	override async onAfterRunSuite(
		suite: Parameters<TestRunner["onAfterRunSuite"]>[0],
	) {
		await super.onAfterRunSuite(suite);
		const mutants = Object.keys(switches.mutantCoverage.static);
		if (!plan.active) note(plan, { kind: "static", mutants });
	}

	/** Are only mutants left that no test, but the load of a module has reached? Each is tried in a process of its own. */
	private isOver(): boolean {
		return [...this.alive].every(
			(id) => id in switches.mutantCoverage.static && !this.hit.has(id),
		);
	}

	private next(test: Task, isRed: boolean, ms: number): Attempt | undefined {
		const attempt = this.attempt;
		const name = nameOf(test);
		if (attempt.kind === "first") {
			if (isRed) {
				note(plan, { kind: "failing", test: name });
				return undefined;
			}
			if (ms > plan.longest) return undefined;
			this.firstMs = ms;
			const hits = switches.mutantCoverage.perTest[test.id] ?? {};
			this.reached = Object.keys(hits);
			for (const id of this.reached) this.hit.add(id);
			this.queue = this.reached.filter((id) => this.alive.has(id));
			// For loops that a mutant makes endless.
			switches.hitLimit = 10 * Math.max(1_000, ...Object.values(hits));
		} else if (attempt.kind === "trial") {
			if (isRed) return { kind: "control", mutant: attempt.mutant };
			this.spend(attempt.mutant, ms);
		} else {
			const { mutant } = attempt;
			this.isSpoilt = isRed;
			if (!isRed || this.tried.size === 1)
				note(plan, { kind: "killed", mutant, test: name });
			if (isRed) {
				note(plan, { kind: "spoilt", mutant });
				return undefined;
			}
			this.alive.delete(mutant);
		}
		const mutant = this.queue.shift();
		if (mutant !== undefined) {
			this.tried.add(mutant);
			return { kind: "trial", mutant };
		}
		note(plan, { kind: "done", test: name, reached: this.reached });
		return undefined;
	}

	private spend(mutant: string, ms: number) {
		const spent = (this.spent.get(mutant) ?? 0) + ms;
		this.spent.set(mutant, spent);
		if (spent > plan.budget) this.alive.delete(mutant);
	}
}

function nameOf(test: Task): string {
	const titles = [test.name];
	for (let { suite } = test; suite; suite = suite.suite)
		titles.unshift(suite.name);
	return [test.file.name, ...titles].join(" > ");
}
