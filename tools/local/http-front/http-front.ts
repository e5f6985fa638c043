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
import { isLoopbackHost } from "../loopback-address.ts";
import { StartError } from "../start-error.ts";
import type { TemplateRoute } from "../template/template.ts";
import {
	gatewayAnswer,
	type HttpAnswer,
	internalServerError,
	toHttpAnswer,
} from "./api-answer.ts";
import { type RequestTarget, toApiEvent } from "./api-event.ts";
import { decodePath, type PathDecoding } from "./decode-path.ts";
import { type FindDocument, unlessUnchanged } from "./documents.ts";
import {
	expectationFailed,
	refuseMalformed,
	refuseTunnel,
	refuseUnlessWellFormed,
} from "./malformed-request.ts";
import { findRouteIn } from "./routes.ts";

/** Lambda's limit for an event, in bytes of JSON. */
const eventBytesMax = 6_291_456;

/** Far above API Gateway's limit, so that the service itself refuses headers that are too long. */
const headerBytesMax = 1024 * 1024;

const keepAliveMilliseconds = 600_000;

/** Longer than any function of an HTTP API may run. */
const stopWithinMilliseconds = 30_000;

export interface HttpFront {
	port: number;
	/** Refuses new requests, and waits for the responses to running ones. */
	stop(): Promise<void>;
}

/**
 * Checks a port before the stack writes anything.
 *
 * @throws StartError when the port is not available.
 */
export async function refuseTakenPort(port: number) {
	const probe = createServer();
	await listen(probe, port);
	probe.close();
	await once(probe, "close");
}

/**
 * Serves the routes over HTTP on loopback as API Gateway does: converts requests to events, and the functions' results
 * to responses.
 *
 * @param port The port; 0 for any free one.
 * @throws StartError When the port is not available.
 */
export async function startHttpFront({
	port,
	routes,
	host,
	findDocument = async () => undefined,
	...decoding
}: PathDecoding & {
	port: number;
	routes: TemplateRoute[];
	host: Pick<FunctionHost, "invoke">;
	/** What GET answers in addition to the routes. */
	findDocument?: FindDocument;
}): Promise<HttpFront> {
	const findRoute = findRouteIn(routes);
	const running = new Set<Promise<void>>();
	let isStopping = false;

	async function answer(request: IncomingMessage): Promise<HttpAnswer> {
		if (isStopping) return gatewayAnswer(503, "Service Unavailable");
		const refusal =
			refuseUnlessWellFormed(request) ?? refuseForeignHost(request);
		if (refusal) return refusal;
		const elsewhere = leadToIssuedHost(request);
		if (elsewhere) return elsewhere;
		const target = toTarget(request, decoding);
		const route = findRoute(request.method ?? "", target.path);
		if (!route) return answerWithoutRoute(request, target.path);
		const body = await readBody(request);
		const event = body && toApiEvent(request, target, body, route);
		if (!event || Buffer.byteLength(JSON.stringify(event)) > eventBytesMax)
			return gatewayAnswer(413, "Request Entity Too Large");
		return toHttpAnswer(await host.invoke(route.functionArn, event));
	}

	async function answerWithoutRoute(request: IncomingMessage, path: string) {
		const document =
			request.method === "GET" ? await findDocument(path) : undefined;
		return document
			? unlessUnchanged(request, document)
			: gatewayAnswer(404, "Not Found");
	}

	async function serve(request: IncomingMessage, response: ServerResponse) {
		const answered = await answer(request).catch((error) => {
			// An aborted request is not an error of the service.
			if (request.complete) console.error(error);
			return internalServerError;
		});
		await send(response, answered);
		// The rest of the body is read, because it would otherwise block the connection's next request.
		request.resume();
	}

	const server = createServer(
		{
			maxHeaderSize: headerBytesMax,
			// This accepts control characters in header values, which the service refuses itself (spec 5).
			insecureHTTPParser: true,
			// `refuseUnlessWellFormed` requires the header. Node.js would refuse the request without a body.
			requireHostHeader: false,
			// The time is long: to a script that pauses between requests, a closed connection would look like a lost response.
			keepAliveTimeout: keepAliveMilliseconds,
		},
		(request, response) => {
			const served = serve(request, response);
			running.add(served);
			void served.finally(() => running.delete(served));
		},
	);
	server.on("clientError", refuseMalformed);
	server.on("connect", refuseTunnel);
	server.on("checkExpectation", (_, response) => {
		void send(response, expectationFailed());
	});
	await listen(server, port);

	return {
		port: (server.address() as AddressInfo).port,
		async stop() {
			isStopping = true;
			const closed = once(server, "close");
			server.close();
			const timer = new AbortController();
			await Promise.race([
				Promise.all(running),
				setTimeout(stopWithinMilliseconds, undefined, timer),
			]);
			timer.abort();
			server.closeAllConnections();
			await closed;
		},
	};
}

/** API Gateway does the same. A web page could otherwise read everything under its own host name that leads here. */
const refuseForeignHost = ({ headers: { host } }: IncomingMessage) =>
	host === undefined || isLoopbackHost(host)
		? undefined
		: gatewayAnswer(403, "Forbidden");

/** The console's issuer returns to one host only, and a cookie belongs to one host. */
function leadToIssuedHost({
	method,
	url = "",
	headers: { host = "" },
}: IncomingMessage): HttpAnswer | undefined {
	const isOfConsole = method === "GET" && /^\/console([/?]|$)/.test(url);
	const found = isOfConsole ? /^localhost(:\d+)?$/i.exec(host) : null;
	if (!found) return undefined;
	const [, port = ""] = found;
	return {
		status: 302,
		headers: { location: `http://127.0.0.1${port}${url}` },
		body: Buffer.alloc(0),
	};
}

function toTarget(
	{ url = "" }: IncomingMessage,
	decoding: PathDecoding,
): RequestTarget {
	const [path = "", ...rest] = url.split("?");
	return { path: decodePath(path, decoding), query: rest.join("?") };
}

/** @returns Undefined when the body exceeds the limit. The rest of it is discarded. */
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
	response.writeHead(status, {
		...headers,
		...(status !== 304 && { "content-length": body.length }),
	});
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
		? "the port is in use: stop what uses it, or choose another one (0 picks a free one)"
		: `cannot listen (${code})`;
};
