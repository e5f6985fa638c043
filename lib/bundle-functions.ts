/**
 * Bundles every function of `functions/` into one file each, and writes a JSON object to the standard output, with each
 * function's code under its name. Since the functions share most of their modules, they are bundled together: esbuild
 * then reads each module only once.
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
