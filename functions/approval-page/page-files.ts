import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { ApiError } from "../../shared/errors/api-error.ts";
import { pageHandler } from "../../shared/http/page-handler.ts";
import type { Reply } from "../../shared/http/response.ts";
import type { PageDependencies } from "./dependencies.ts";

const contentTypes: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
};

/**
 * `GET /approval` and the files of its page, which are read at the first request: they stand next to the bundle, so
 * that a decision does not load them.
 */
export function fileRoute(dependencies: PageDependencies) {
	const { pageFolder } = dependencies;
	let files: Promise<ReadonlyMap<string, Reply>> | undefined;
	return pageHandler(
		{
			operation: "approval-page",
			parse: ({ pathParameters }) => pathParameters?.file ?? "index.html",
			async run(name) {
				files ??= readFiles(pageFolder).catch((error: unknown) => {
					// The next request reads them again.
					files = undefined;
					throw error;
				});
				const file = (await files).get(name);
				if (!file)
					throw new ApiError(404, "NOT_FOUND", "There is no such file");
				return file;
			},
		},
		dependencies,
	);
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, Reply>> {
	const files = new Map<string, Reply>();
	for (const name of await readdir(folder)) {
		const contentType = contentTypes[extname(name)];
		if (contentType === undefined) continue;
		const body = await readFile(join(folder, name), "utf8");
		files.set(name, {
			status: 200,
			body,
			headers: { "content-type": contentType },
		});
	}
	return files;
}
