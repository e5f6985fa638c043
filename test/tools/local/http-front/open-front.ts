import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { InvocationOutcome } from "../../../../tools/local/function-environment.ts";
import type { PathDecoding } from "../../../../tools/local/http-front/decode-path.ts";
import type { FindDocument } from "../../../../tools/local/http-front/documents.ts";
import {
	type HttpFront,
	startHttpFront,
} from "../../../../tools/local/http-front/http-front.ts";

/** An HTTP front whose functions are a fake that records the events it is given. */
export interface OpenFront extends AsyncDisposable {
	front: HttpFront;
	url: string;
	events: APIGatewayProxyEventV2[];
	/** What the functions do next; JSON. */
	respond: (event: APIGatewayProxyEventV2) => Promise<InvocationOutcome>;
	/** Sends lines as they are; gives all that comes back until the connection closes. */
	sendRaw(...lines: Line[]): Promise<string>;
	/** The same, to be gone on with. */
	openRaw(...lines: Line[]): Promise<RawConnection>;
}

type Line = string | Buffer;

interface RawConnection {
	send(...lines: Line[]): void;
	/** All that comes back until the connection closes. */
	received: Promise<string>;
	/** When the first of it has come. */
	answered: Promise<unknown>;
	/** Breaks the connection. */
	reset(): void;
}

export async function openFront(
	routeKeys: string[],
	{
		findDocument,
		...decoding
	}: PathDecoding & { findDocument?: FindDocument } = {},
): Promise<OpenFront> {
	const opened: Pick<OpenFront, "events" | "respond"> = {
		events: [],
		respond: async () => ({ answer: JSON.stringify({ statusCode: 200 }) }),
	};
	const front = await startHttpFront({
		port: 0,
		...decoding,
		...(findDocument && { findDocument }),
		routes: routeKeys.map((routeKey) => ({ routeKey, functionArn: routeKey })),
		host: {
			async invoke(_, event) {
				const apiEvent = event as APIGatewayProxyEventV2;
				opened.events.push(apiEvent);
				return opened.respond(apiEvent);
			},
		},
	});
	async function openRaw(...lines: Line[]): Promise<RawConnection> {
		const socket = connect(front.port, "127.0.0.1");
		await once(socket, "connect");
		const send = (...more: Line[]) => {
			for (const line of more)
				socket.write(Buffer.concat([Buffer.from(line), Buffer.from("\r\n")]));
		};
		send(...lines);
		return {
			send,
			received: text(socket),
			answered: once(socket, "data"),
			reset: () => socket.resetAndDestroy(),
		};
	}
	return Object.assign(opened, {
		front,
		url: `http://127.0.0.1:${front.port}`,
		openRaw,
		async sendRaw(...lines: Line[]) {
			const { received } = await openRaw(...lines);
			return received;
		},
		[Symbol.asyncDispose]: () => front.stop(),
	});
}
