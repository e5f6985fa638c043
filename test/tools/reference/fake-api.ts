import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { urlOf } from "./url-of.ts";

interface FakeApi extends AsyncDisposable {
	url: string;
	/** All but preflights. */
	requests: { method: string; url: string; headers: IncomingHttpHeaders }[];
}

/** An API on an origin of its own that lets pages of any origin call it. */
export async function startApi(): Promise<FakeApi> {
	const requests: FakeApi["requests"] = [];
	const server = createServer((request, response) => {
		const { method = "", url = "", headers } = request;
		if (method !== "OPTIONS") requests.push({ method, url, headers });
		response
			.writeHead(200, {
				"access-control-allow-origin": "*",
				"access-control-allow-methods": "GET, POST, PATCH",
				"access-control-allow-headers":
					"authorization, content-type, if-match, x-idempotency-key",
				"content-type": "application/json",
			})
			.end('{"ok":true,"data":{}}');
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: urlOf(server),
		requests,
		async [Symbol.asyncDispose]() {
			server.close();
			server.closeAllConnections();
		},
	};
}
