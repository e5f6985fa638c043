import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createServer } from "node:tls";
import { answerQuestions } from "./remote.ts";
import type { Pem } from "./tls-front.ts";

const [engineUrl = ""] = process.argv.slice(2);
const { hostname, port } = new URL(engineUrl);

answerQuestions<Pem, number>(async (pem) => {
	// As on AWS: an answer in two writes does not wait for an acknowledgement.
	const server = createServer({ ...pem, noDelay: true }, (client) => {
		const engine = connect({
			host: hostname,
			port: Number(port),
			noDelay: true,
		});
		client.pipe(engine).pipe(client);
		// A process that ends resets its connections.
		client.on("error", () => engine.destroy());
		engine.on("error", () => client.destroy());
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on TCP has such an address.
	return (server.address() as AddressInfo).port;
});
