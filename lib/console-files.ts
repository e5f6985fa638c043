import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";

const source = join(import.meta.dirname, "../console/src");

/**
 * How the console is bundled. File names have a hash of the content, so that browsers keep them for ever. The pages of a
 * section are a file of their own (`console/src/app/sections.tsx`), and so is what several of them have in common.
 */
const options = {
	bundle: true,
	splitting: true,
	minify: true,
	format: "esm",
	platform: "browser",
	target: ["chrome111", "firefox114", "safari16.4"],
	jsx: "automatic",
	jsxImportSource: "preact",
	entryNames: "[name]-[hash]",
	chunkNames: "[name]-[hash]",
	legalComments: "none",
	logLevel: "warning",
	metafile: true,
} as const satisfies BuildOptions;

/**
 * Writes the console's files: `index.html`, and in `files/<version>` what it loads.
 *
 * @param version It is part of the addresses, so that two deployed versions do not mix.
 */
export function writeConsole(folder: string, version: string) {
	const files = join(folder, "files", toPathSegment(version));
	const address = `/console/files/${toPathSegment(version)}/`;
	/** @returns The address of the entry, then those of the files that it cannot begin without. */
	const build = (entry: string, define: Record<string, string> = {}) => {
		const { metafile } = buildSync({
			...options,
			entryPoints: [join(source, entry)],
			outdir: files,
			define,
		});
		const [path, output] =
			Object.entries(metafile.outputs).find(([, { entryPoint }]) =>
				entryPoint?.endsWith(`console/src/${entry}`),
			) ?? [];
		if (!path || !output) throw new Error(`Nothing was built of ${entry}`);
		const needed = output.imports.filter(
			({ kind }) => kind === "import-statement",
		);
		return [path, ...needed.map((one) => one.path)].map(
			(one) => address + basename(one),
		);
	};
	mkdirSync(files, { recursive: true });
	const [worker] = build("reader/worker.ts");
	const [script = "", ...needed] = build("main.tsx", {
		WORKER_ADDRESS: JSON.stringify(worker),
	});
	const [style = ""] = build("console.css");
	const icon = readFileSync(join(source, "icon.svg"));
	writeFileSync(join(files, "icon.svg"), icon);
	const page = readFileSync(join(source, "index.html"), "utf8")
		.replace("{style}", style)
		.replace("{script}", script)
		.replace(
			"{needed}",
			needed
				.map((one) => `<link rel="modulepreload" href="${one}">`)
				.join("\n"),
		)
		.replace("{icon}", `${address}icon.svg`);
	writeFileSync(join(folder, "index.html"), page);
}

/** A version has a `+`, which some proxies take for a blank. */
const toPathSegment = (version: string) => version.replaceAll(/[^\w.-]/g, "-");
