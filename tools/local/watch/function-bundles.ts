import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
	type BuildContext,
	type BuildFailure,
	context,
	formatMessages,
} from "esbuild";
import { bundleOptions } from "../../../lib/bundle.ts";
import { writePage } from "../../../lib/console-files.ts";
import { reachableFrom } from "./reachable-files.ts";

/** Up to this number of functions, it is faster to bundle each on its own than all of them together. */
const fewMax = 3;

/** A function's folder in `functions/`, and the folder of its bundle. */
export interface FunctionBundle {
	name: string;
	codePath: string;
}

export type Rebuilt = { changed: FunctionBundle[] } | { errors: string };

interface FunctionBundles {
	/**
	 * Bundles the functions that contain one of these files, or all of them. Files that have not changed are not parsed
	 * again.
	 *
	 * @param paths Paths relative to the root.
	 * @returns The bundles that differ from the last ones, or the errors in the code.
	 */
	rebuild(paths: ReadonlySet<string> | "all"): Promise<Rebuilt>;
	close(): Promise<void>;
}

/**
 * @param root The folder of the project, with the folder `functions`.
 * @param bundles The bundles in use.
 * @param directory Gets new bundles, each in a folder of its own, so that a bundle in use is never overwritten.
 */
export async function openBundles({
	root,
	bundles,
	directory,
	hasColour,
}: {
	root: string;
	bundles: readonly FunctionBundle[];
	directory: string;
	hasColour: boolean;
}): Promise<FunctionBundles> {
	const names = bundles.map(({ name }) => name);
	const inUse = new Map<string, string>();
	for (const { name, codePath } of bundles)
		inUse.set(name, await readFile(join(codePath, "index.js"), "utf8"));
	const all = await createContext(root, names, directory);
	const own = new Map<string, BuildContext>();
	/** Maps each function to the files of its bundle. */
	const files = new Map<string, ReadonlySet<string>>();
	let builds = 0;

	async function contextOf(name: string): Promise<BuildContext> {
		const known =
			own.get(name) ?? (await createContext(root, [name], directory));
		own.set(name, known);
		return known;
	}

	function affectedBy(paths: ReadonlySet<string>): string[] {
		const isAffected = (name: string) =>
			[...paths].some((path) => files.get(name)?.has(path));
		return names.filter(isAffected);
	}

	/** @returns The bundle if it differs from the last one, or an empty list. */
	async function store(name: string, code: string): Promise<FunctionBundle[]> {
		if (code === inUse.get(name)) return [];
		const codePath = join(directory, `${name}-${builds}`);
		await mkdir(codePath, { recursive: true });
		await writeFile(join(codePath, "index.js"), code);
		await writeFile(join(codePath, "package.json"), '{"type":"commonjs"}\n');
		writePage(name, codePath);
		inUse.set(name, code);
		return [{ name, codePath }];
	}

	return {
		async rebuild(paths) {
			const affected = paths === "all" ? names : affectedBy(paths);
			const contexts =
				affected.length > fewMax
					? [all]
					: await Promise.all(affected.map(contextOf));
			try {
				const results = await Promise.all(contexts.map((one) => one.rebuild()));
				builds += 1;
				const changed: FunctionBundle[] = [];
				for (const { metafile, outputFiles = [] } of results)
					for (const { path, text } of outputFiles) {
						const name = nameIn(directory, path);
						files.set(name, reachableFrom(entryOf(name), metafile));
						changed.push(...(await store(name, text)));
					}
				return { changed };
			} catch (error) {
				if (!isBuildFailure(error)) throw error;
				return { errors: await toText(error, hasColour) };
			}
		},
		async close() {
			for (const one of [all, ...own.values()]) await one.dispose();
		},
	};
}

const createContext = (
	root: string,
	names: readonly string[],
	outdir: string,
) =>
	context({
		...bundleOptions,
		absWorkingDir: root,
		entryPoints: names.map((name) => ({ in: `./${entryOf(name)}`, out: name })),
		outdir,
		write: false,
		metafile: true,
		logLevel: "silent",
	});

const entryOf = (name: string) => `functions/${name}/handler.ts`;

const nameIn = (directory: string, path: string) =>
	path.slice(directory.length + 1, -".js".length);

const isBuildFailure = (error: unknown): error is BuildFailure =>
	error instanceof Error && "errors" in error;

async function toText({ errors }: BuildFailure, color: boolean) {
	const texts = await formatMessages(errors, { kind: "error", color });
	return [...new Set(texts)].join("").trimEnd();
}
