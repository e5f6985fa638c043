import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AssetHashType, DockerImage } from "aws-cdk-lib";
import { Code } from "aws-cdk-lib/aws-lambda";
import { writePage } from "./console-files.ts";

const projectRoot = join(import.meta.dirname, "..");

/**
 * The code of `functions/<name>/handler.ts` as one file, `index.js`, and the folder `page` of a function that serves a
 * page. It does not use the CDK's `NodejsFunction`, which cannot give esbuild the plugin of `bundle.ts`.
 */
export function functionCode(name: string): Code {
	const folder = join(projectRoot, "functions", name);
	return Code.fromAsset(folder, {
		assetHashType: AssetHashType.OUTPUT,
		bundling: {
			// The CDK requires an image, but never runs it.
			image: DockerImage.fromRegistry("none"),
			local: {
				tryBundle(outputDir) {
					writeFileSync(join(outputDir, "index.js"), bundleOf(name));
					// Marks the bundle as CommonJS: this project's package.json declares ES modules.
					writeFileSync(
						join(outputDir, "package.json"),
						'{"type":"commonjs"}\n',
					);
					writePage(name, outputDir);
					return true;
				},
			},
		},
	});
}

/** The code of each function, once one is asked for. */
let bundles: Record<string, string> | undefined;

function bundleOf(name: string): string {
	// This needs a process of its own, because the CDK waits for a bundle and esbuild runs plugins only asynchronously.
	// When any function has an error, the CDK names the first function; esbuild's message before it names the file.
	bundles ??= JSON.parse(
		execFileSync(
			process.execPath,
			[join(import.meta.dirname, "bundle-functions.ts")],
			{
				cwd: projectRoot,
				stdio: ["ignore", "pipe", "inherit"],
				maxBuffer: Number.POSITIVE_INFINITY,
			},
		).toString(),
	) as Record<string, string>;
	const code = bundles[name];
	if (code === undefined)
		throw new Error(`There is no functions/${name}/handler.ts`);
	return code;
}
