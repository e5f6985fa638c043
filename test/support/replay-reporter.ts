import { relative } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { propertySeed } from "./property-seed.ts";

/** What else decides which cases a test takes. */
const variables = ["MINUTES", "REQUESTS", "FUZZ_SEED", "FUZZ_COUNT"];

/** Prints the seed of a run that failed, and for each file that failed the one command that runs it again with that seed. */
export default class ReplayReporter implements Reporter {
	#vitest: Vitest | undefined;

	onInit(vitest: Vitest) {
		this.#vitest = vitest;
	}

	onTestRunEnd(modules: readonly TestModule[]) {
		const failed = modules.filter((module) => module.state() === "failed");
		if (failed.length === 0) return;
		const { config } = this.#vitest ?? {};
		const commands = failed.map(({ project, moduleId }) =>
			toReplayCommand({
				project: project.name,
				file: relative(project.config.root, moduleId),
				titles: config?.testNamePattern,
				environment: process.env,
			}),
		);
		console.error(
			`The seed was ${propertySeed}. Once more:\n${commands.join("\n")}`,
		);
	}
}

export interface Failure {
	project: string;
	/** The path is relative to the project's folder. */
	file: string;
	/** Selects the tests that ran; absent: all. */
	titles: RegExp | undefined;
	environment: NodeJS.ProcessEnv;
}

/** All tests of the file run again: some draw their numbers in turn. */
export function toReplayCommand(failure: Failure): string {
	const { project, file, titles, environment } = failure;
	const given = variables
		.filter((name) => environment[name] !== undefined)
		.map((name) => `${name}=${quoted(`${environment[name]}`)}`);
	const settings = [`SEED=${propertySeed}`, ...given];
	const title = titles ? [`-t ${quoted(titles.source)}`] : [];
	const command = `npx vitest run --project ${project} ${file}`;
	return [...settings, command, ...title].join(" ");
}

/** For a shell, where that is needed. */
const quoted = (text: string) =>
	/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
