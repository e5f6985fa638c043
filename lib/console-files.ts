import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";
import { version } from "./version.ts";

const source = join(import.meta.dirname, "../console/src");

/** How the pages are bundled. */
const options = {
	bundle: true,
	minify: true,
	format: "esm",
	platform: "browser",
	target: ["chrome111", "firefox114", "safari16.4"],
	jsx: "automatic",
	jsxImportSource: "preact",
	legalComments: "none",
	logLevel: "warning",
	metafile: true,
} as const satisfies BuildOptions;

/** Writes the files of the page that a function serves, if it serves one, to the folder `page` beside its bundle. */
export function writePage(name: string, outputDir: string) {
	const folder = join(outputDir, "page");
	if (name === "console") writeConsole(folder, version);
	if (name === "approval-page") writeMailLinkPage(folder);
}

/**
 * Writes the console's files: `index.html`, and in `files/<version>` what it loads. The file names have a hash of the
 * content, so that browsers can keep the files for ever. Each page is a file of its own
 * (`console/src/app/sections.tsx`), and so is what several pages have in common.
 *
 * @param version Part of the addresses, so that two deployed versions do not mix.
 */
export function writeConsole(folder: string, version: string) {
	const files = join(folder, "files", toPathSegment(version));
	const address = `/console/files/${toPathSegment(version)}/`;
	/** @returns The address of the entry, then those of the files that it cannot begin without. */
	const build = (entry: string, define: Record<string, string> = {}) => {
		const { metafile } = buildSync({
			...options,
			splitting: true,
			entryPoints: [join(source, entry)],
			entryNames: "[name]-[hash]",
			chunkNames: "[name]-[hash]",
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
	copyIcon(files);
	writeHtml(folder, {
		title: "Payments",
		style,
		script,
		needed: needed
			.map((one) => `<link rel="modulepreload" href="${one}">`)
			.join("\n"),
		icon: `${address}icon.svg`,
	});
}

/**
 * Writes the files of the page of mail links. They are never cached, so their names stay the same; their URLs are
 * relative, since the page may stand below the path of a stage.
 */
export function writeMailLinkPage(folder: string) {
	mkdirSync(folder, { recursive: true });
	buildSync({
		...options,
		entryPoints: ["main.tsx", "page.css"].map((name) =>
			join(source, "mail-link", name),
		),
		entryNames: "page",
		outdir: folder,
	});
	copyIcon(folder);
	writeHtml(folder, {
		title: "Approval",
		style: "approval/page.css",
		script: "approval/page.js",
		icon: "approval/icon.svg",
	});
}

const copyIcon = (folder: string) =>
	cpSync(join(source, "icon.svg"), join(folder, "icon.svg"));

function writeHtml(folder: string, values: Readonly<Record<string, string>>) {
	const page = readFileSync(join(source, "index.html"), "utf8").replaceAll(
		/\{(\w+)\}/g,
		(_, name: string) => values[name] ?? "",
	);
	writeFileSync(join(folder, "index.html"), page);
}

/** A version contains a `+`, which some proxies take for a blank. */
const toPathSegment = (version: string) => version.replaceAll(/[^\w.-]/g, "-");
