import { globSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "./bundle.ts";

const projectRoot = join(import.meta.dirname, "..");

/** The bundle of a function as it is deployed, with the source map that is not. */
export interface MappedBundle {
	code: string;
	/** The source map as JSON. */
	map: string;
}

/** The bundles of these functions by name, with source maps whose sources are relative to the project's folder. */
export async function mappedBundles(
	names: readonly string[] = functionNames(),
): Promise<Map<string, MappedBundle>> {
	const { outputFiles } = await build({
		...bundleOptions,
		entryPoints: names.map((name) =>
			join(projectRoot, "functions", name, "handler.ts"),
		),
		absWorkingDir: projectRoot,
		outbase: join(projectRoot, "functions"),
		// Sources are relative to the map, and these two settings make them relative to the project's folder.
		outdir: join(projectRoot, "maps"),
		sourceRoot: "",
		sourcemap: "external",
		sourcesContent: false,
		write: false,
	});
	const textOf = (name: string, file: string) =>
		outputFiles.find(({ path }) => path.endsWith(join(name, file)))?.text ?? "";
	return new Map(
		names.map((name) => [
			name,
			{
				code: textOf(name, "handler.js"),
				map: textOf(name, "handler.js.map"),
			},
		]),
	);
}

export const functionNames = (): string[] =>
	globSync("functions/*/handler.ts", { cwd: projectRoot })
		.map((path) => basename(dirname(path)))
		.sort();

/** A place in a deployed bundle, as stack traces write it. */
const frame = /(?:file:\/\/)?\/var\/task\/index\.js:(\d+):(\d+)/g;

/** Replaces each place in the bundle by the place in the source, such as `functions/mark-as-paid/endpoint.ts:40:12`. */
export function toSourcePlaces(text: string, map: string): string {
	// Unchecked cast: esbuild writes maps of this form.
	const sourceMap = new SourceMap(JSON.parse(map) as SourceMapPayload);
	return text.replaceAll(frame, (place, line: string, column: string) => {
		// The map counts from 0.
		const found = sourceMap.findEntry(Number(line) - 1, Number(column) - 1);
		if (!("originalSource" in found)) return place;
		const source = found.originalSource.replace(/^(?:\.\.\/)+/, "");
		return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
	});
}
