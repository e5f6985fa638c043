import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { mailLinkPageFolder } from "../../support/mail-link-page.ts";
import { urlOf } from "../../tools/reference/url-of.ts";
import type { Shown } from "./shown.ts";

const types: Record<string, string> = {
	".html": "text/html",
	".css": "text/css",
	".js": "text/javascript",
	".svg": "image/svg+xml",
};
/** A9 */
const policy =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** An answer of the service; `LOST`: the connection breaks. */
export type Answer = "LOST" | { status: number; body: object | string };

export const shows = (data: Shown): Answer => ({
	status: 200,
	body: { ok: true, data },
});
export const refuses = (
	status: number,
	code: string,
	message: string,
): Answer => ({ status, body: { ok: false, error: { code, message } } });
/** What API Gateway answers itself when a route is throttled. */
export const throttled: Answer = {
	status: 429,
	body: { message: "Too Many Requests" },
};
export const broken: Answer = {
	status: 503,
	body: { message: "Service Unavailable" },
};

export interface StubService extends AsyncDisposable {
	/** With a path before `/approval`, as the API of a stage has. */
	url: string;
	/** What the next requests are answered; the last answer stays. */
	answer(route: "read" | "decision", ...answers: Answer[]): void;
	/** The bodies of the decisions. */
	decisions: object[];
	/** How often the request was read. */
	reads: number;
}

/** The page with a service that answers what a test says: for states that the real one cannot be brought into at will. */
export async function startStub(): Promise<StubService> {
	const queues: Record<string, Answer[]> = { read: [], decision: [] };
	const server = createServer(async (request, response) => {
		// When a reused connection breaks, a browser repeats the request, and the page does not notice.
		response.shouldKeepAlive = false;
		const path = request.url?.slice("/stage/approval".length);
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		if (request.method === "GET")
			return sendFile(response, path?.slice(1) || "index.html");
		const route = path?.slice(1) ?? "";
		if (route === "read") stub.reads += 1;
		else stub.decisions.push(JSON.parse(`${Buffer.concat(chunks)}`));
		const queue = queues[route] ?? [];
		const answer = queue.length > 1 ? queue.shift() : queue[0];
		if (answer === undefined || answer === "LOST") return response.destroy();
		const { status, body } = answer;
		response
			.writeHead(status, { "content-type": "application/json" })
			.end(typeof body === "string" ? body : JSON.stringify(body));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const stub: StubService = {
		url: `${urlOf(server)}/stage/approval#the-token`,
		answer(route, ...answers) {
			queues[route] = answers;
		},
		decisions: [],
		reads: 0,
		async [Symbol.asyncDispose]() {
			server.close();
			server.closeAllConnections();
		},
	};
	return stub;
}

function sendFile(response: ServerResponse, name: string) {
	const file = join(mailLinkPageFolder(), name);
	if (!existsSync(file)) return response.writeHead(404).end();
	return response
		.writeHead(200, {
			"content-type": types[extname(name)],
			"content-security-policy": policy,
			"referrer-policy": "no-referrer",
		})
		.end(readFileSync(file));
}
