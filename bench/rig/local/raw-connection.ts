import { once } from "node:events";
import { connect } from "node:net";

export interface RawAnswer {
	status: number;
	body: string;
}

/** A keep-alive connection that costs its process next to nothing: HTTP as text, one request at a time. */
export interface RawConnection {
	send(request: string): Promise<RawAnswer>;
	close(): void;
}

export async function openConnection(url: string): Promise<RawConnection> {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname).setNoDelay(true);
	await once(socket, "connect");
	let received = "";
	let settle: (answer: RawAnswer) => void = () => {};
	let fail: (error: Error) => void = () => {};
	// One byte, one character: lengths are in bytes.
	socket.setEncoding("latin1").on("data", (text: string) => {
		received += text;
		const answer = parseWhole(received);
		if (!answer) return;
		received = "";
		settle(answer);
	});
	socket.on("close", () => fail(new Error(`${url} closed a connection`)));
	return {
		send: (request) =>
			new Promise((resolve, reject) => {
				settle = resolve;
				fail = reject;
				socket.write(request);
			}),
		close() {
			fail = () => {};
			socket.destroy();
		},
	};
}

/** @returns undefined while a part is missing. */
function parseWhole(text: string): RawAnswer | undefined {
	const end = text.indexOf("\r\n\r\n") + 4;
	if (end < 4) return undefined;
	const head = text.slice(0, end);
	const [, length] = /^content-length: (\d+)\r$/im.exec(head) ?? [];
	if (length === undefined)
		throw new Error(`A response without Content-Length: ${head}`);
	if (text.length < end + Number(length)) return undefined;
	return {
		status: Number(head.slice("HTTP/1.1 ".length).slice(0, 3)),
		body: text.slice(end),
	};
}

/** A request as it is sent. */
export const toRawRequest = (
	path: string,
	headers: Record<string, string>,
	body: string,
): string =>
	[
		`POST ${path} HTTP/1.1`,
		...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
		`content-length: ${Buffer.byteLength(body)}`,
		"",
		body,
	].join("\r\n");
