/**
 * Makes a function's one file: `node lib/bundle.ts <entry> <outfile>`. Small, because a cold start reads all of it
 * (design 2; `docs/performance.md` has the figures). There is no source map, which costs a start more than the code:
 * the same commit always gives the same bundle, so its map can be made when it is wanted.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

const [entry = "", outfile = ""] = process.argv.slice(2);

await build({
	entryPoints: [entry],
	outfile,
	bundle: true,
	minify: true,
	platform: "node",
	target: "node24",
	// An ES module takes six times as long to import Node's own modules.
	format: "cjs",
	mainFields: ["module", "main"],
	conditions: ["module", "import"],
	// An `import()` left in the bundle would start Node's ES module loader during a request.
	supported: { "dynamic-import": false },
	alias: standIns(),
	plugins: [trimmedClients()],
	logLevel: "warning",
});

/** Packages that the SDK and Powertools bring along and a function has no use for, and what is bundled instead. */
function standIns(): Record<string, string> {
	const leftOut = join(import.meta.dirname, "bundle-stubs.ts");
	return {
		"@aws-sdk/credential-provider-node": join(
			import.meta.dirname,
			"../shared/runtime/role-credentials.ts",
		),
		"@smithy/core/checksum": join(import.meta.dirname, "node-checksums.ts"),
		"@aws-sdk/endpoint-cache": leftOut,
		"@smithy/core/event-streams": leftOut,
		"@aws-lambda-powertools/jmespath": leftOut,
		"@aws-lambda-powertools/jmespath/functions": leftOut,
	};
}

/**
 * Leaves out of the SDK's clients what no function uses and esbuild cannot tell: the schemas of other operations, and
 * the classes of errors that no code of ours tells apart. Such an error arrives as the client's general one, under its
 * own name, with its own message. And of their package.json all but the version.
 */
function trimmedClients(): Plugin {
	const schema = /^((?:export )?var [\w$]+ = )(\[[^;]*\]);$/gm;
	const errorClass = /^\w+\.registerError\((\w+)\$, .*\n/gm;
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
			onLoad({ filter: /client-\w+\/package\.json$/ }, async (file) => {
				const { version } = JSON.parse(await readFile(file.path, "utf8"));
				return { contents: JSON.stringify({ version }), loader: "json" };
			});
		},
	};
}
