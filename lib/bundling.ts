import { join } from "node:path";
import {
	type BundlingOptions,
	OutputFormat,
} from "aws-cdk-lib/aws-lambda-nodejs";

export const projectRoot = join(import.meta.dirname, "..");

/** How esbuild makes one file of a function (design 2 has the measurements). */
export const bundling: BundlingOptions = {
	// `import` of Node's own modules costs a cold start six times as much as `require`.
	format: OutputFormat.CJS,
	minify: true,
	bundleAwsSDK: true,
	mainFields: ["module", "main"],
	esbuildArgs: {
		"--conditions": "module,import",
		"--alias:@aws-sdk/credential-provider-node": join(
			projectRoot,
			"shared/runtime/role-credentials.ts",
		),
	},
	commandHooks: {
		beforeBundling: () => [],
		beforeInstall: () => [],
		// Where a package above says "type": "module", as this project does, the bundle is CommonJS still.
		afterBundling: (_, outputDir) => [
			`echo '{"type":"commonjs"}' > '${outputDir}/package.json'`,
		],
	},
};
