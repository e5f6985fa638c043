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

/** What came back to bytes that may be several requests, or none. */
export interface RawAnswers {
	answers: WireAnswer[];
	/** The other side did not read to the end of what it refused: its answer may be lost on the way. */
	wasReset: boolean;
}

/**
 * Sends bytes, and no more, and reads until the other side closes.
 *
 * @throws When what came back is not a sequence of whole answers.
 */
export async function sendAndEnd(
	port: number,
	bytes: Buffer,
): Promise<RawAnswers> {
	const { socket, reader } = await dial(port);
	socket.end(bytes);
	let received: Buffer = Buffer.alloc(0);
	let wasReset = false;
	try {
		for (;;) {
			const { value, done } = await reader.next();
			if (done) break;
			received = Buffer.concat([received, value]);
		}
	} catch {
		wasReset = true;
	}
	const answers: WireAnswer[] = [];
	for (;;) {
		const taken = takeAnswer(received);
		if (!taken) break;
		received = taken.rest;
		answers.push(taken.answer);
	}
	if (received.length > 0 && !wasReset)
		throw new Error(`No whole answer: ${received}`);
	return { answers, wasReset };
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
		const taken = takeAnswer(received);
		if (taken) return taken.answer;
		await readMore();
	}
}

/** Takes the first answer of what was received, past those of a status below 200; undefined: it is not there as a whole. */
function takeAnswer(
	received: Buffer,
): { answer: WireAnswer; rest: Buffer } | undefined {
	const end = received.indexOf("\r\n\r\n");
	if (end === -1) return undefined;
	const [first = "", ...lines] = received
		.toString("latin1", 0, end)
		.split("\r\n");
	const status = Number(first.split(" ")[1]);
	const headers = Object.fromEntries(lines.map(toHeader));
	const bodyStart = end + 4;
	if (status < 200) return takeAnswer(received.subarray(bodyStart));
	const length = Number(headers["content-length"]);
	if (Number.isNaN(length)) throw new Error(`No length: ${received}`);
	if (received.length < bodyStart + length) return undefined;
	const text = received.toString("utf8", bodyStart, bodyStart + length);
	return {
		answer: { status, headers, text },
		rest: received.subarray(bodyStart + length),
	};
}

function toHeader(line: string): [string, string] {
	const colon = line.indexOf(":");
	return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
