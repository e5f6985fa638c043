import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Reported } from "./answers.ts";

/** A payment under a key that begins so is carried out, and its answer is lost. */
const lostAnswer = "lost-";

export interface Relay extends AsyncDisposable {
	url: string;
	/** All answers so far. */
	reported: Reported[];
}

/** Sends requests on to the service, keeps the answers, and loses some. */
export async function startRelay(service: string): Promise<Relay> {
	const reported: Reported[] = [];
	const server = createServer(async (request, response) => {
		const answer = await sendOn(service, request);
		const { method = "", url: path = "" } = request;
		const body = await answer.text();
		reported.push({
			method,
			path,
			status: answer.status,
			body: JSON.parse(body),
		});
		const key = `${request.headers["x-idempotency-key"]}`;
		if (method === "POST" && key.startsWith(lostAnswer))
			return response.destroy();
		const headers = { "content-type": "application/json" };
		return response.writeHead(answer.status, headers).end(body);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	// Unchecked cast: the address of a TCP server.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		reported,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

async function sendOn(service: string, request: IncomingMessage) {
	const { method = "GET", url, headers } = request;
	const body = await text(request);
	const names = ["authorization", "x-idempotency-key", "if-match"];
	return fetch(`${service}${url}`, {
		method,
		headers: {
			"content-type": "application/json",
			...Object.fromEntries(
				names.flatMap((name) =>
					headers[name] === undefined ? [] : [[name, `${headers[name]}`]],
				),
			),
		},
		...(body !== "" && { body }),
	});
}
