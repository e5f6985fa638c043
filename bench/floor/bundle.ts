import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../lib/bundle.ts";

/**
 * Bundles a handler of this folder with the options of the service's functions.
 *
 * @returns The bundle's path.
 */
export async function bundleFloor(
	name: string,
	outdir: string,
): Promise<string> {
	const outfile = join(outdir, `${name}.js`);
	await build({
		...bundleOptions,
		entryPoints: [join(import.meta.dirname, `${name}.ts`)],
		outfile,
	});
	return outfile;
}
