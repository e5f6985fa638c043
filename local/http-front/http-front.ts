import { once } from "node:events";
import {
	createServer,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { FunctionHost } from "../function-host.ts";
import { StartError } from "../start-error.ts";
import type { TemplateRoute } from "../template/template.ts";
import {
	gatewayAnswer,
	type HttpAnswer,
	internalServerError,
	toHttpAnswer,
} from "./api-answer.ts";
import { toApiEvent } from "./api-event.ts";
import { refuseMalformed } from "./malformed-request.ts";
import { findRouteIn } from "./routes.ts";

/** What Lambda takes as an event, in bytes of JSON. */
const eventBytesMax = 6_291_456;

/** Far more than API Gateway takes: what is wrong with a long header is for the service to say. */
const headerBytesMax = 1024 * 1024;

const keepAliveMilliseconds = 600_000;

/** Longer than any function of an HTTP API may run. */
const stopWithinMilliseconds = 30_000;

export interface HttpFront {
	port: number;
	/** Refuses new requests, and waits for those that run to be answered. */
	stop(): Promise<void>;
}

/** @throws StartError when the port cannot be had: before anything is done that would be in vain. */
export async function refuseTakenPort(port: number) {
	const probe = createServer();
	await listen(probe, port);
	probe.close();
	await once(probe, "close");
}

/**
 * Serves the routes over HTTP on loopback: hands functions what API Gateway would, and callers what it would
 * make of their answers.
 *
 * @param port 0 picks a free one.
 * @throws StartError when the port cannot be had.
 */
export async function startHttpFront({
	port,
	routes,
	host,
	documents = new Map(),
}: {
	port: number;
	routes: TemplateRoute[];
	host: FunctionHost;
	/** What GET answers beside the routes, by path. */
	documents?: ReadonlyMap<string, HttpAnswer>;
}): Promise<HttpFront> {
	const findRoute = findRouteIn(routes);
	const running = new Set<Promise<void>>();
	let isStopping = false;

	async function answer(request: IncomingMessage): Promise<HttpAnswer> {
		if (isStopping) return gatewayAnswer(503, "Service Unavailable");
		const [path = ""] = (request.url ?? "").split("?");
		const document = request.method === "GET" ? documents.get(path) : undefined;
		if (document) return document;
		const route = findRoute(request.method ?? "", path);
		if (!route) return gatewayAnswer(404, "Not Found");
		const body = await readBody(request);
		const event = body && toApiEvent(request, body, route);
		if (!event || Buffer.byteLength(JSON.stringify(event)) > eventBytesMax)
			return gatewayAnswer(413, "Request Entity Too Large");
		return toHttpAnswer(await host.invoke(route.functionArn, event));
	}

	async function serve(request: IncomingMessage, response: ServerResponse) {
		const answered = await answer(request).catch((error) => {
			// A caller that went away while it sent its request is its own affair.
			if (request.complete) console.error(error);
			return internalServerError;
		});
		await send(response, answered);
		// A body that nobody read to its end would block the connection's next request.
		request.resume();
	}

	const server = createServer(
		{
			maxHeaderSize: headerBytesMax,
			// Lets control characters in header values through: the spec (5) has a rule on them.
			insecureHTTPParser: true,
			// A connection closed for idleness would look like a lost answer to a script that pauses between requests.
			keepAliveTimeout: keepAliveMilliseconds,
		},
		(request, response) => {
			const served = serve(request, response);
			running.add(served);
			void served.finally(() => running.delete(served));
		},
	);
	server.on("clientError", refuseMalformed);
	await listen(server, port);

	return {
		port: (server.address() as AddressInfo).port,
		async stop() {
			isStopping = true;
			const closed = once(server, "close");
			server.close();
			const patience = new AbortController();
			await Promise.race([
				Promise.all(running),
				setTimeout(stopWithinMilliseconds, undefined, patience),
			]);
			patience.abort();
			server.closeAllConnections();
			await closed;
		},
	};
}

/** @returns undefined when the body alone is too large; what is left of it is not kept. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of request.iterator({ destroyOnReturn: false })) {
		chunks.push(chunk);
		length += chunk.length;
		if (length > eventBytesMax) return undefined;
	}
	return Buffer.concat(chunks);
}

async function send(
	response: ServerResponse,
	{ status, headers, body }: HttpAnswer,
) {
	if (response.destroyed || response.closed) return;
	response.writeHead(status, { ...headers, "content-length": body.length });
	response.end(body);
	await once(response, "close");
}

async function listen(server: Server, port: number) {
	server.listen(port, "127.0.0.1");
	await once(server, "listening").catch((error) => {
		throw new StartError(`--port ${port}: ${listenFailure(error)}`);
	});
}

const listenFailure = (error: unknown) => {
	const code = error instanceof Error && "code" in error ? error.code : error;
	return code === "EADDRINUSE"
		? "the port is in use"
		: `cannot listen (${code})`;
};
