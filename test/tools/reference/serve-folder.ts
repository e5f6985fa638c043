import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { urlOf } from "./url-of.ts";

const types: Record<string, string> = {
	".html": "text/html",
	".css": "text/css",
	".js": "text/javascript",
	".json": "application/json",
	".svg": "image/svg+xml",
};

/** A plain web server: the files of a folder below a path, types by their endings, `index.html` for the path itself. */
export async function serveFolder(
	folder: string,
	path: string,
): Promise<AsyncDisposable & { url: string }> {
	const server = createServer((request, response) => {
		const name = request.url?.slice(path.length) || "index.html";
		const file = join(folder, name);
		if (!request.url?.startsWith(path) || !existsSync(file))
			response.writeHead(404).end();
		else
			response
				.writeHead(200, { "content-type": types[extname(name)] })
				.end(readFileSync(file));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `${urlOf(server)}${path}`,
		async [Symbol.asyncDispose]() {
			server.close();
			server.closeAllConnections();
		},
	};
}
