import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { ApiError } from "../errors/api-error.ts";
import { compressing } from "./browser-answer.ts";
import { type PageRuntime, pageHandler } from "./page-handler.ts";
import type { Reply } from "./response.ts";

export interface PageFiles extends PageRuntime {
	/** The folder of the page's files (`lib/console-files.ts`), which stands next to the bundle. */
	pageFolder: string;
}

const contentTypes: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
};

/**
 * A route of a page's files, compressed.
 *
 * @param operation Identifies the route in logs.
 * @param nameOf The name of the file that a request asks for.
 */
export const fileRoute = (
	operation: string,
	nameOf: (
		pathParameters: Readonly<Record<string, string | undefined>>,
	) => string,
	dependencies: PageFiles,
) =>
	compressing(
		pageHandler<string>(
			{
				operation,
				parse: ({ pathParameters = {} }) => nameOf(pathParameters),
				run: (name) => findFile(dependencies, name),
			},
			dependencies,
		),
	);

/** The files of each folder. They are read at the first request, so that nothing else waits for them. */
const read = new Map<string, Promise<ReadonlyMap<string, Reply>>>();

/** @throws ApiError 404 for a file that this version does not have. */
async function findFile(
	{ pageFolder }: Pick<PageFiles, "pageFolder">,
	name: string,
): Promise<Reply> {
	let files = read.get(pageFolder);
	if (!files) {
		files = readFiles(pageFolder);
		read.set(pageFolder, files);
		// The next request reads them again.
		files.catch(() => read.delete(pageFolder));
	}
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
			headers: {
				"content-type": contentType,
				// Its name has the hash of its content: it never changes.
				...(/-[A-Z0-9]{8}\.\w+$/.test(entry.name) && {
					"cache-control": "public, max-age=31536000, immutable",
				}),
			},
		});
	}
	return files;
}
