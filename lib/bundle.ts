import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";

const stubs = join(import.meta.dirname, "bundle-stubs.ts");

/**
 * How a function is bundled into one file. It is kept small because a cold start reads all of it
 * (`docs/adr/0011-bundling-with-our-own-esbuild-plugin.md`, `docs/performance.md`). There is no source map: it would
 * cost more at start than the code, and can be made from the same commit when needed.
 */
export const bundleOptions: BuildOptions = {
	bundle: true,
	minify: true,
	platform: "node",
	target: "node24",
	// An ES module imports Node's own modules six times slower.
	format: "cjs",
	mainFields: ["module", "main"],
	conditions: ["module", "import"],
	// An `import()` left in the bundle would start Node's ES module loader during a request.
	supported: { "dynamic-import": false },
	// In Node.js, no response body is a web stream. The SDK's check for one would load Node's web streams.
	define: { ReadableStream: "undefined", Blob: "undefined" },
	alias: replacements(),
	plugins: [trimmedClients()],
	logLevel: "warning",
};

/**
 * Lambda has no configuration files. The first call would look for them, and make an error for each setting that is not
 * there.
 */
const noConfigFiles = `
	import { CredentialsProviderError } from "../property-provider/CredentialsProviderError";
	const nothing = new CredentialsProviderError("There are no configuration files");
	export const fromSharedConfigFiles = () => async () => { throw nothing; };
`;

/** Replacements for packages of the SDK and Powertools. */
function replacements(): Record<string, string> {
	return {
		"@aws-sdk/credential-provider-node": join(
			import.meta.dirname,
			"../shared/environment/role-credentials.ts",
		),
		"@smithy/core/checksum": join(import.meta.dirname, "node-checksums.ts"),
		"@aws-sdk/endpoint-cache": stubs,
		"@smithy/core/event-streams": stubs,
		"@aws-lambda-powertools/commons/utils/lru-cache": stubs,
		"@aws-lambda-powertools/jmespath": stubs,
		"@aws-lambda-powertools/jmespath/functions": stubs,
	};
}

/**
 * Leaves out of the SDK's clients what no function uses and esbuild cannot detect: the schemas of other operations, the
 * error classes that our code does not test for (such an error arrives as the client's general class, with its own name
 * and message), the rate limiter of the retry mode `adaptive`, the regions' descriptions, and all of their package.json
 * but the version.
 */
function trimmedClients(): Plugin {
	const schema = /^((?:export )?var [\w$]+ = )(\[[^;]*\]);$/gm;
	const errorClass = /^\w+\.registerError\((\w+)\$, .*\n/gm;
	const description = /"description": "[^"]*"/g;
	const kept =
		/^(ConditionalCheckFailed|TransactionCanceled|\w+Service)Exception$/;
	return {
		name: "trimmed-clients",
		setup({ onLoad }) {
			onLoad(
				{ filter: /client-\w+\/dist-es\/schemas\/.*\.js$/ },
				async (file) => ({
					contents: (await readFile(file.path, "utf8"))
						.replace(schema, "$1/* @__PURE__ */ (() => $2)();")
						.replace(errorClass, (line, name) => (kept.test(name) ? line : "")),
				}),
			);
			onLoad({ filter: /util-retry\/DefaultRateLimiter\.js$/ }, () => ({
				contents: `export { DefaultRateLimiter } from ${JSON.stringify(stubs)};`,
				resolveDir: import.meta.dirname,
			}));
			onLoad({ filter: /fromSharedConfigFiles\.js$/ }, ({ path }) => ({
				contents: noConfigFiles,
				resolveDir: dirname(path),
			}));
			onLoad({ filter: /lib\/aws\/partitions\.js$/ }, async (file) => ({
				contents: (await readFile(file.path, "utf8")).replace(description, ""),
			}));
			onLoad({ filter: /client-\w+\/package\.json$/ }, async (file) => {
				const { version } = JSON.parse(await readFile(file.path, "utf8"));
				return { contents: JSON.stringify({ version }), loader: "json" };
			});
		},
	};
}
