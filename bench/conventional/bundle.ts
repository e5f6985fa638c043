import { join } from "node:path";
import { buildSync } from "esbuild";

/**
 * Bundles a function of the baseline as the CDK's `NodejsFunction` does with
 * `{ format: ESM, minify: true, bundleAwsSDK: true, mainFields: ["module", "main"] }` and the banner that an ES module
 * with CommonJS packages inside needs.
 *
 * @returns The bundle's path.
 */
export function bundleConventional(name: string, outdir: string): string {
	const outfile = join(outdir, `${name}.mjs`);
	buildSync({
		entryPoints: [join(import.meta.dirname, `${name}.ts`)],
		outfile,
		bundle: true,
		format: "esm",
		minify: true,
		platform: "node",
		target: "node24",
		mainFields: ["module", "main"],
		banner: {
			js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
		},
		logLevel: "warning",
	});
	return outfile;
}
