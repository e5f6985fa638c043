import { once } from "node:events";
import {
	createServer,
	type IncomingMessage,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
	type Fault,
	type PlainAnswer,
	type PlainRequest,
	type UnreliableNetwork,
	unreliableNetwork,
} from "./unreliable-network.ts";

export type ProxyFault =
	| Fault
	/** The request is held until the client gives up, and arrives then. */
	| "HELD";

export interface UnreliableProxy extends AsyncDisposable {
	url: string;
	network: UnreliableNetwork;
}

/** An HTTP proxy in front of a running service: faults hit real connections. */
export async function startProxy(
	target: string,
	faultOf: (exchange: number) => ProxyFault | undefined,
): Promise<UnreliableProxy> {
	let gone: Promise<unknown> = Promise.resolve();
	const network = unreliableNetwork(
		async (request) => {
			await gone;
			return forwardTo(target, request);
		},
		(exchange) => {
			const fault = faultOf(exchange);
			return fault === "HELD" ? undefined : fault;
		},
	);
	const server = createServer(async (request, response) => {
		const plain = await toPlain(request);
		const isHeld = faultOf(network.sent.length + 1) === "HELD";
		gone = isHeld ? once(response, "close") : Promise.resolve();
		const answer = await network.pass(plain);
		if (answer) deliver(answer, response);
		else request.socket.destroy();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on a port has this address.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		network,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

const toPlain = async (request: IncomingMessage): Promise<PlainRequest> => {
	const { method = "", url = "", headers } = request;
	const body = await text(request);
	const { authorization = "", "x-idempotency-key": key } = headers;
	return {
		method,
		url,
		headers: {
			authorization,
			...(typeof key === "string" && { "x-idempotency-key": key }),
		},
		body: method === "GET" ? undefined : body,
	};
};

async function forwardTo(
	target: string,
	{ method, url, headers, body }: PlainRequest,
): Promise<PlainAnswer> {
	const answer = await fetch(`${target}${url}`, {
		method,
		headers,
		...(body !== undefined && { body }),
	});
	return {
		status: answer.status,
		headers: Object.fromEntries(answer.headers),
		body: await answer.text(),
	};
}

function deliver(
	{ status, headers, body }: PlainAnswer,
	response: ServerResponse,
) {
	const { "content-type": type, "x-request-id": requestId } = headers;
	response.writeHead(status, {
		...(type && { "content-type": type }),
		...(requestId && { "x-request-id": requestId }),
	});
	response.end(body);
}
