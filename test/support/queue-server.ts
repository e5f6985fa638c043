import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parse, readCall } from "../../tools/local/aws-gateway/aws-call.ts";
import { jsonAnswer } from "../../tools/local/aws-gateway/aws-error.ts";

export interface QueueServer {
	url: string;
	stop(): Promise<void>;
}

interface MessageBatch {
	Entries: { Id: string; MessageBody: string }[];
}

/**
 * Answers each call as SQS answers `SendMessageBatch`. Unlike the local queue engine it delivers nothing by itself, and
 * at no time: that is left to a test.
 *
 * @param receive Gets the bodies of each call.
 */
export async function startQueueServer(
	receive: (bodies: readonly string[]) => void,
): Promise<QueueServer> {
	const server = createServer(async (request, response) => {
		const call = await readCall(request).catch(() => undefined);
		// Not for this server: a client of another process may still call one that had the port before.
		if (call?.operation !== "SendMessageBatch") {
			response.writeHead(404).end();
			return;
		}
		const { Entries } = parse<MessageBatch>(call);
		receive(Entries.map(({ MessageBody }) => MessageBody));
		const Successful = Entries.map(({ Id, MessageBody }) => ({
			Id,
			MessageId: randomUUID(),
			MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
		}));
		const { status, headers, body } = jsonAnswer(200, { Successful });
		response.writeHead(status, headers).end(body);
	});
	// As the gateway, which calls it: a closed connection would look like a lost response.
	server.keepAliveTimeout = 0;
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: that is the address of a server that listens on a port.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async stop() {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
}
