import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";

const source = join(import.meta.dirname, "../console/src");

/**
 * How the console is bundled. File names have a hash of the content, so that browsers keep them for ever. There is one
 * script for all pages: an open tab needs nothing more after a deployment.
 */
const options = {
	bundle: true,
	minify: true,
	format: "esm",
	platform: "browser",
	target: ["chrome111", "firefox114", "safari16.4"],
	jsx: "automatic",
	jsxImportSource: "preact",
	entryNames: "[name]-[hash]",
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
	const build = (entry: string, define: Record<string, string> = {}) => {
		const { metafile } = buildSync({
			...options,
			entryPoints: [join(source, entry)],
			outdir: files,
			define,
		});
		const [output = ""] = Object.keys(metafile.outputs);
		return address + basename(output);
	};
	mkdirSync(files, { recursive: true });
	const worker = build("reader/worker.ts");
	const script = build("main.tsx", { WORKER_ADDRESS: JSON.stringify(worker) });
	const style = build("console.css");
	const icon = readFileSync(join(source, "icon.svg"));
	writeFileSync(join(files, "icon.svg"), icon);
	const page = readFileSync(join(source, "index.html"), "utf8")
		.replace("{style}", style)
		.replace("{script}", script)
		.replace("{icon}", `${address}icon.svg`);
	writeFileSync(join(folder, "index.html"), page);
}

/** A version has a `+`, which some proxies take for a blank. */
const toPathSegment = (version: string) => version.replaceAll(/[^\w.-]/g, "-");
