import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FunctionHost } from "../function-host.ts";
import { functionFolder } from "../template/function-folder.ts";
import { cachePath } from "../template/synthesize.ts";
import type { TemplateFunction } from "../template/template-function.ts";
import { openBundles, type Rebuilt } from "./function-bundles.ts";
import { watchSources } from "./source-changes.ts";
import { openValidators } from "./validators.ts";

const projectRoot = join(import.meta.dirname, "../../..");

export interface FunctionWatch {
	stop(): Promise<void>;
}

/**
 * Bundles functions again when their code changes, and runs the new code from the next invocation on. Running
 * invocations finish with the code with which they began. Code with an error is reported and not used.
 *
 * @param report Gets one message for each change.
 */
export async function watchFunctions({
	functions,
	host,
	report,
	hasColour,
	root = projectRoot,
}: {
	functions: readonly TemplateFunction[];
	host: Pick<FunctionHost, "replaceCode">;
	report: (message: string, kind: "note" | "problem") => void;
	hasColour: boolean;
	/** The folder of the source code. When absent, it is the project. */
	root?: string;
}): Promise<FunctionWatch> {
	const arns = new Map<string, string>();
	for (const { name, arn } of functions)
		arns.set(functionFolder(name) ?? name, arn);
	await mkdir(cachePath, { recursive: true });
	const directory = await mkdtemp(join(cachePath, "watch-"));
	const bundles = await openBundles({
		root,
		bundles: functions.map(({ name, codePath }) => ({
			name: functionFolder(name) ?? name,
			codePath,
		})),
		directory,
		hasColour,
	});
	const validators = await openValidators(root);
	/** What has changed since the last build without errors. */
	let open: ReadonlySet<string> | "all" = "all";
	let hadErrors = false;

	async function apply(paths: ReadonlySet<string>) {
		const startedAt = performance.now();
		open = open === "all" ? open : new Set([...open, ...paths]);
		const rebuilt = await rebuild(open);
		if ("errors" in rebuilt) {
			hadErrors = true;
			report(
				`Not bundled, the code in use stays:\n${rebuilt.errors}`,
				"problem",
			);
			return;
		}
		for (const { name, codePath } of rebuilt.changed)
			host.replaceCode(arns.get(name) ?? "", codePath);
		const names = rebuilt.changed.map(({ name }) => name).join(", ");
		const milliseconds = Math.round(performance.now() - startedAt);
		if (names)
			report(`Bundled in ${milliseconds} ms and in use: ${names}`, "note");
		else if (hadErrors)
			report("No errors any more, nothing to replace", "note");
		hadErrors = false;
		open = new Set();
	}

	async function rebuild(paths: ReadonlySet<string> | "all"): Promise<Rebuilt> {
		if (paths !== "all" && !validators.dependOn(paths))
			return bundles.rebuild(paths);
		const errors = await validators.compile();
		return errors === undefined ? bundles.rebuild("all") : { errors };
	}

	const sources = watchSources(root, ["functions", "shared"], async (paths) => {
		await first;
		await apply(paths);
	});
	// This comes after the watch has begun, so that no change since the template was synthesized is missed.
	const first = apply(new Set());
	const template = watchSources(root, ["lib"], async (paths) =>
		report(`${[...paths].join(", ")} changed: a restart applies it`, "problem"),
	);
	await first;
	report("Watching functions and shared", "note");
	return {
		async stop() {
			sources.close();
			template.close();
			await bundles.close();
			await rm(directory, { recursive: true, force: true });
		},
	};
}
