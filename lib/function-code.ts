import { execFileSync } from "node:child_process";
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { AssetHashType, DockerImage } from "aws-cdk-lib";
import { Code } from "aws-cdk-lib/aws-lambda";
import { buildSync } from "esbuild";

const projectRoot = join(import.meta.dirname, "..");

/**
 * The code of `functions/<name>/handler.ts` as one file, `index.js`, and the folder `page` of a function that has one. Not by the CDK's `NodejsFunction`, which cannot give
 * esbuild the plugin of `bundle.ts`.
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
					bundle(join(folder, "handler.ts"), outputDir);
					copyPage(folder, outputDir);
					return true;
				},
			},
		},
	});
}

function bundle(entry: string, outputDir: string) {
	execFileSync(
		process.execPath,
		[
			join(import.meta.dirname, "bundle-function.ts"),
			entry,
			join(outputDir, "index.js"),
		],
		{ cwd: projectRoot, stdio: ["ignore", "ignore", "inherit"] },
	);
	// Marks the bundle as CommonJS: this project's package.json declares ES modules.
	writeFileSync(join(outputDir, "package.json"), '{"type":"commonjs"}\n');
}

/**
 * The files of a function's page, which it reads when they are asked for: its start does not load them. The page's script
 * becomes one file, since each file that a browser asks for may start an environment of the function.
 */
export function copyPage(folder: string, outputDir: string) {
	const page = join(folder, "page");
	if (!existsSync(page)) return;
	const target = join(outputDir, "page");
	cpSync(page, target, {
		recursive: true,
		filter: (path) => extname(path) !== ".js",
	});
	buildSync({
		bundle: true,
		minify: true,
		format: "esm",
		entryPoints: [join(page, "page.js")],
		outfile: join(target, "page.js"),
	});
}
