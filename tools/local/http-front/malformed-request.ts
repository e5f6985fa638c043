import { randomUUID } from "node:crypto";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { gatewayAnswer, type HttpAnswer } from "./api-answer.ts";

/**
 * Responds to malformed HTTP, most often a line break in a header value, with the body that the spec defines for
 * refused header values (5, idempotency key).
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex) {
	if (!socket.writable) {
		socket.destroy();
		return;
	}
	end(socket, toAnswer(refusals[error.code ?? ""] ?? malformed));
}

/** Responds to the method CONNECT, which no route has. Node.js would close the connection without a response. */
export function refuseTunnel(_: IncomingMessage, socket: Duplex) {
	// Node.js no longer manages this socket: it neither handles its errors nor closes it with the server.
	socket.on("error", () => {});
	socket.on("finish", () => socket.destroy());
	const { status, headers, body } = gatewayAnswer(404, "Not Found");
	end(socket, { status, headers: { ...headers, connection: "close" }, body });
}

function end(socket: Duplex, { status, headers, body }: HttpAnswer) {
	const head = [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
		`content-length: ${body.length}`,
	];
	socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/**
 * Refuses what the parser accepts although it is malformed: HTTP/1.1 without the header `Host`, and a body whose end
 * cannot be known. Node.js itself would respond to the former without a body.
 */
export function refuseUnlessWellFormed({
	httpVersion,
	headers,
}: Pick<IncomingMessage, "httpVersion" | "headers">): HttpAnswer | undefined {
	const coding = headers["transfer-encoding"];
	const isWellFormed =
		(httpVersion !== "1.1" || headers.host !== undefined) &&
		(coding === undefined || coding.toLowerCase() === "chunked");
	return isWellFormed ? undefined : toAnswer(malformed);
}

/** The response to a header `Expect` with anything but `100-continue`. */
export const expectationFailed = () => toAnswer(unmetExpectation);

interface Refusal {
	status: number;
	reason: string;
}

const toAnswer = ({ status, reason }: Refusal): HttpAnswer => ({
	status,
	headers: {
		"content-type": "application/json",
		"x-request-id": randomUUID(),
		connection: "close",
	},
	body: Buffer.from(JSON.stringify({ error: reason })),
});

const malformed: Refusal = { status: 400, reason: "Malformed request" };

const unmetExpectation: Refusal = {
	status: 417,
	reason: "The expectation cannot be met",
};

const refusals: Readonly<Record<string, Refusal>> = {
	ERR_HTTP_REQUEST_TIMEOUT: {
		status: 408,
		reason: "The request did not arrive in time",
	},
	HPE_HEADER_OVERFLOW: {
		status: 431,
		reason: "The request's headers are too large",
	},
};
