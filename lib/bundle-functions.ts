/**
 * Bundles every function of `functions/` into one file each, and writes them to the standard output as JSON: code by
 * the function's name. All at once, since they share most of their modules, which esbuild then reads only once.
 */
import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "./bundle.ts";

const { outputFiles } = await build({
	...bundleOptions,
	entryPoints: globSync("functions/*/handler.ts"),
	outdir: "functions",
	write: false,
});
const bundles = outputFiles.map(({ path, text }) => [
	basename(dirname(path)),
	text,
]);
process.stdout.write(JSON.stringify(Object.fromEntries(bundles)));
