import { join } from "node:path";
import {
	type BundlingOptions,
	LogLevel,
	OutputFormat,
} from "aws-cdk-lib/aws-lambda-nodejs";

export const projectRoot = join(import.meta.dirname, "..");

/**
 * How esbuild makes a function's one file: small, because a cold start reads all of it (design 2 and
 * `docs/performance.md` have the figures). There is no source map, which costs a start more than the code: the
 * same commit always gives the same bundle, so its map can be made when it is wanted.
 */
export const bundling: BundlingOptions = {
	// An ES module takes six times as long to import Node's own modules.
	format: OutputFormat.CJS,
	minify: true,
	bundleAwsSDK: true,
	mainFields: ["module", "main"],
	esbuildArgs: {
		"--conditions": "module,import",
		// An `import()` left in the bundle would start Node's ES module loader during a request.
		"--supported:dynamic-import": "false",
		...standIns(),
	},
	logLevel: LogLevel.WARNING,
	commandHooks: {
		beforeBundling: () => [],
		beforeInstall: () => [],
		// The bundle is CommonJS also below a package.json that says otherwise, such as this project's.
		afterBundling: (_, outputDir) => [
			`echo '{"type":"commonjs"}' > "${outputDir}/package.json"`,
		],
	},
};

/** Packages that the SDK and Powertools bring along and a function has no use for, and what is bundled instead. */
function standIns(): Record<string, string> {
	const roleCredentials = join(
		projectRoot,
		"shared/runtime/role-credentials.ts",
	);
	const nodeChecksums = join(projectRoot, "lib/node-checksums.ts");
	const leftOut = join(projectRoot, "lib/left-out.ts");
	return {
		"--alias:@aws-sdk/credential-provider-node": roleCredentials,
		"--alias:@smithy/core/checksum": nodeChecksums,
		"--alias:@aws-sdk/endpoint-cache": leftOut,
		"--alias:@smithy/core/event-streams": leftOut,
		"--alias:@aws-lambda-powertools/jmespath": leftOut,
		"--alias:@aws-lambda-powertools/jmespath/functions": leftOut,
	};
}
