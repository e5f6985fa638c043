import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** The Runtime API of one environment at a time: what Lambda's runtime client asks for an event, and answers. */
export interface RuntimeApi extends AsyncDisposable {
	/** Host and port, as in `AWS_LAMBDA_RUNTIME_API`. */
	address: string;
	/** Resolves when an environment has loaded its function and asks for its first event. */
	nextEnvironment(): Promise<Environment>;
}

export interface Environment {
	/** The header `loading` of its request: what it tells of its start. */
	loading: Record<string, number>;
	/** Hands it an event; resolves to its answer. */
	invoke(event: object): Promise<unknown>;
}

export async function startRuntimeApi(): Promise<RuntimeApi> {
	let ready = Promise.withResolvers<Environment>();
	let answered = Promise.withResolvers<unknown>();
	const invoke = (response: ServerResponse, event: object) => {
		answered = Promise.withResolvers();
		response.setHeader("lambda-runtime-aws-request-id", "bench");
		response.end(JSON.stringify(event));
		return answered.promise;
	};
	const server = createServer(async (request, response) => {
		if (request.method === "GET") {
			ready.resolve({
				loading: JSON.parse(`${request.headers.loading}`),
				invoke: (event) => invoke(response, event),
			});
			return;
		}
		answered.resolve(await json(request));
		response.writeHead(202).end();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on TCP has such an address.
	const { port } = server.address() as AddressInfo;
	return {
		address: `127.0.0.1:${port}`,
		nextEnvironment() {
			ready = Promise.withResolvers();
			return ready.promise;
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
