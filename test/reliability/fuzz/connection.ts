import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** What came back over the wire. */
export interface WireAnswer {
	status: number;
	/** By name, in lower case. */
	headers: Record<string, string>;
	text: string;
}

/** A connection to the HTTP front, opened again when it has been closed. */
export interface Connection {
	/** Sends the bytes of one request and reads its answer. */
	exchange(bytes: Buffer): Promise<WireAnswer>;
	close(): void;
}

export function openConnection(port: number): Connection {
	let open: { socket: Socket; reader: AsyncIterator<Buffer> } | undefined;
	return {
		async exchange(bytes) {
			open ??= await dial(port);
			const { socket, reader } = open;
			socket.write(bytes);
			const answer = await readAnswer(reader);
			if (answer.headers.connection === "close") {
				socket.destroy();
				open = undefined;
			}
			return answer;
		},
		close() {
			open?.socket.destroy();
			open = undefined;
		},
	};
}

/** Sends bytes, and no more; returns all that comes back until the other side closes. */
export async function sendAndEnd(port: number, bytes: Buffer): Promise<string> {
	const { socket, reader } = await dial(port);
	socket.end(bytes);
	const chunks: Buffer[] = [];
	try {
		for (;;) {
			const { value, done } = await reader.next();
			if (done) break;
			chunks.push(value);
		}
	} catch {
		// Reset: the other side did not read to the end of what it refused.
	}
	return Buffer.concat(chunks).toString("latin1");
}

async function dial(port: number) {
	const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
	await once(socket, "connect");
	return { socket, reader: socket[Symbol.asyncIterator]() };
}

async function readAnswer(reader: AsyncIterator<Buffer>): Promise<WireAnswer> {
	let received = Buffer.alloc(0);
	const readMore = async () => {
		const { value, done } = await reader.next();
		if (done) throw new Error(`The connection ended after: ${received}`);
		received = Buffer.concat([received, value]);
	};
	for (;;) {
		const end = received.indexOf("\r\n\r\n");
		if (end === -1) {
			await readMore();
			continue;
		}
		const [first = "", ...lines] = received
			.toString("latin1", 0, end)
			.split("\r\n");
		const status = Number(first.split(" ")[1]);
		const headers = Object.fromEntries(lines.map(toHeader));
		const length = Number(headers["content-length"] ?? 0);
		const bodyStart = end + 4;
		while (received.length < bodyStart + length) await readMore();
		const text = received.toString("utf8", bodyStart, bodyStart + length);
		received = received.subarray(bodyStart + length);
		if (status >= 200) return { status, headers, text };
	}
}

function toHeader(line: string): [string, string] {
	const colon = line.indexOf(":");
	return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
