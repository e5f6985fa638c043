import {
	existsSync,
	mkdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";

const blockBytes = 512;

/**
 * Installs what `npm pack` wrote as `npm install` does, but without a registry: the dependencies that the package
 * declares, and no others, are linked from where the project has them.
 *
 * @param sources Folders `node_modules` of the project.
 */
export function installArchive(
	archive: string,
	{ name, into, sources }: { name: string; into: string; sources: string[] },
): void {
	const target = join(into, "node_modules", name);
	for (const { path, content } of readArchive(archive)) {
		const file = join(target, path.replace(/^package\//, ""));
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, content);
	}
	// Unchecked cast: npm has written this file.
	const { dependencies = {} } = JSON.parse(
		readFileSync(join(target, "package.json"), "utf8"),
	) as { dependencies?: Record<string, string> };
	for (const dependency of Object.keys(dependencies)) {
		const source = sources
			.map((folder) => join(folder, dependency))
			.find((folder) => existsSync(folder));
		if (!source) throw new Error(`${dependency} is not installed`);
		symlinkSync(source, join(into, "node_modules", dependency));
	}
}

/** The files of a tar archive: a header of one block each, then the content in whole blocks. */
function* readArchive(
	archive: string,
): Generator<{ path: string; content: Buffer }> {
	const bytes = gunzipSync(readFileSync(archive));
	for (let at = 0; bytes[at]; ) {
		const text = (from: number, length: number) =>
			bytes
				.subarray(at + from, at + from + length)
				.toString("utf8")
				.replace(/\0.*$/s, "");
		const path = text(0, 100);
		const size = Number.parseInt(text(124, 12), 8);
		const start = at + blockBytes;
		if (text(156, 1) === "0")
			yield { path, content: bytes.subarray(start, start + size) };
		at = start + Math.ceil(size / blockBytes) * blockBytes;
	}
}
