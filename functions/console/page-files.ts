import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { ApiError } from "../../shared/errors/api-error.ts";
import type { PageRuntime } from "../../shared/http/page-handler.ts";
import type { Reply } from "../../shared/http/response.ts";

export interface PageFiles extends PageRuntime {
	/** The folder of the console's files (`lib/console-files.ts`). */
	pageFolder: string;
}

const contentTypes: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
};

/** By folder: they are read at the first request. */
const read = new Map<string, Promise<ReadonlyMap<string, Reply>>>();

/** @throws ApiError 404 for a file that this version does not have. */
export async function findFile(
	{ pageFolder }: Pick<PageFiles, "pageFolder">,
	path: string,
): Promise<Reply> {
	let files = read.get(pageFolder);
	if (!files) {
		files = readFiles(pageFolder);
		read.set(pageFolder, files);
		// The next request reads them again.
		files.catch(() => read.delete(pageFolder));
	}
	const name = path.startsWith("files/") ? path : "index.html";
	const file = (await files).get(name);
	if (!file) throw new ApiError(404, "NOT_FOUND", "There is no such file");
	return file;
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, Reply>> {
	const files = new Map<string, Reply>();
	const entries = await readdir(folder, {
		recursive: true,
		withFileTypes: true,
	});
	for (const entry of entries) {
		const contentType = contentTypes[extname(entry.name)];
		if (!entry.isFile() || contentType === undefined) continue;
		const path = join(entry.parentPath, entry.name);
		files.set(relative(folder, path).replaceAll(sep, "/"), {
			status: 200,
			body: await readFile(path, "utf8"),
			headers: { "content-type": contentType },
		});
	}
	return files;
}
