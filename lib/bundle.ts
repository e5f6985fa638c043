import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";

const stubs = join(import.meta.dirname, "bundle-stubs.ts");

/**
 * How a function is bundled into one file. It is kept small because a cold start reads all of it
 * (`docs/adr/0011-bundling-with-our-own-esbuild-plugin.md`, `docs/performance.md`). There is no source map: it would
 * cost more at start than the code. `npm run trace` builds it from the same commit, or reads the one that the pipeline
 * keeps.
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
	legalComments: "none",
	alias: replacements(),
	plugins: [trimmedClients()],
	logLevel: "warning",
};

/** The functions of the specification's endpoints. */
const specified: ReadonlySet<string> = new Set([
	"bulk-skus",
	"purchase-order",
	"vendor-advance",
	"mark-as-paid",
]);

/** How many kilobytes the bundle of a function may have. */
export const bundleKilobytesMax = (name: string): number =>
	specified.has(name) ? 256 : 288;

/**
 * Lambda has no configuration files. The first call would otherwise look for them, and create an error for each setting
 * that is not there.
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
 * Leaves out of the SDK's clients what no function uses and esbuild cannot detect. ADR 11 says what each rule saves, and
 * which test notices when a new version of the SDK no longer matches it:
 *
 * - the schemas of other operations, and the error classes that our code does not test for: such an error arrives as the
 *   client's general class, with its own name and message;
 * - the search for configuration files;
 * - the rate limiter of the retry mode `adaptive`, the paginators, and all of a client's package.json but the version.
 */
function trimmedClients(): Plugin {
	const schema = /^((?:export )?var [\w$]+ = )(\[[^;]*\]);$/gm;
	const errorClass = /^\w+\.registerError\((\w+)\$, .*\n/gm;
	const kept =
		/^(ConditionalCheckFailed|TransactionCanceled|\w+Service)Exception$/;
	return {
		name: "trimmed-clients",
		setup({ onLoad, onResolve }) {
			onLoad(
				{ filter: /client-\w+\/dist-es\/schemas\/.*\.js$/ },
				async (file) => ({
					contents: (await readFile(file.path, "utf8"))
						.replace(schema, "$1/* @__PURE__ */ (() => $2)();")
						.replace(errorClass, (line, name) => (kept.test(name) ? line : "")),
				}),
			);
			onLoad({ filter: /fromSharedConfigFiles\.js$/ }, ({ path }) => ({
				contents: noConfigFiles,
				resolveDir: dirname(path),
			}));
			onLoad({ filter: /util-retry\/DefaultRateLimiter\.js$/ }, () => ({
				contents: `export { DefaultRateLimiter } from ${JSON.stringify(stubs)};`,
				resolveDir: import.meta.dirname,
			}));
			onResolve({ filter: /^\.\/(Query|Scan)Paginator$/ }, (file) => ({
				path: join(file.resolveDir, `${file.path}.js`),
				sideEffects: false,
			}));
			onLoad({ filter: /client-\w+\/package\.json$/ }, async (file) => {
				const { version } = JSON.parse(await readFile(file.path, "utf8"));
				return { contents: JSON.stringify({ version }), loader: "json" };
			});
		},
	};
}
