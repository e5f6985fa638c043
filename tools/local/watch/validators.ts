import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { promisify } from "node:util";
import { build } from "esbuild";

/** The JSON Schemas from which `bin/build-validators.ts` compiles the validators that bundles contain. */
export interface Validators {
	/**
	 * Whether a validator is compiled from one of these files.
	 *
	 * @param paths Paths relative to the root.
	 */
	dependOn(paths: ReadonlySet<string>): boolean;
	/**
	 * Compiles the validators.
	 *
	 * @returns The errors; undefined when there are none.
	 */
	compile(): Promise<string | undefined>;
}

export async function openValidators(root: string): Promise<Validators> {
	let sources = await schemaSources(root);
	return {
		dependOn: (paths) => [...paths].some((path) => sources.has(path)),
		async compile() {
			try {
				await promisify(execFile)(
					process.execPath,
					["bin/build-validators.ts"],
					{ cwd: root },
				);
				sources = await schemaSources(root);
			} catch (error) {
				// If the compiler ran, it has written to its standard error. A schema may have been changed since.
				const { stderr, message } = error as {
					stderr?: string;
					message: string;
				};
				return (stderr ?? message).trimEnd();
			}
			return undefined;
		},
	};
}

/** The schemas of the functions and all that they import. */
async function schemaSources(root: string): Promise<ReadonlySet<string>> {
	const { metafile } = await build({
		absWorkingDir: root,
		entryPoints: globSync("{functions,shared}/**/schema.ts", { cwd: root }),
		bundle: true,
		packages: "external",
		outdir: "unwritten",
		write: false,
		metafile: true,
		logLevel: "silent",
	});
	return new Set(Object.keys(metafile.inputs));
}
