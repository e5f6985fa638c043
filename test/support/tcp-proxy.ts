import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What happens to the open connections of a function whose environment is frozen. */
export type ConnectionFault = "kept" | "reset" | "black-holed";

/** Passes TCP connections on to a server on loopback. */
export interface TcpProxy extends AsyncDisposable {
	url: string;
	/** Applies a fault to the connections that are open; later ones are passed on. */
	applyFault(fault: ConnectionFault): void;
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
	const { hostname, port: targetPort } = new URL(target);
	const open = new Map<Socket, Socket>();
	const all: Socket[] = [];
	const server = createServer((client) => {
		const upstream = connect(Number(targetPort), hostname);
		client.pipe(upstream).pipe(client);
		open.set(client, upstream);
		all.push(client, upstream);
		// A reset connection is what the test is about, not its failure.
		for (const socket of [client, upstream]) socket.on("error", () => {});
		client.on("close", () => {
			open.delete(client);
			upstream.destroy();
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on TCP has such an address.
	const { port } = server.address() as AddressInfo;

	return {
		url: `http://127.0.0.1:${port}`,
		applyFault(fault) {
			if (fault === "kept") return;
			for (const [client, upstream] of open) {
				upstream.unpipe(client);
				if (fault === "reset") client.resetAndDestroy();
				// What it still sends is read, and not answered.
				else client.unpipe(upstream).resume();
			}
		},
		async [Symbol.asyncDispose]() {
			server.close();
			for (const socket of all) socket.destroy();
		},
	};
}
