import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

/** A server that takes every connection and never answers, as when the network swallows a call. */
export async function startSilentServer(): Promise<
	AsyncDisposable & { url: string }
> {
	const sockets: Socket[] = [];
	const server = createServer((socket) => void sockets.push(socket));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async [Symbol.asyncDispose]() {
			server.close();
			for (const socket of sockets) socket.destroy();
			await once(server, "close");
		},
	};
}
