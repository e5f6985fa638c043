import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";

/**
 * Responds to malformed HTTP, most often a line break in a header value, with the body that the spec defines for refused
 * header values (5, idempotency key).
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex) {
	if (!socket.writable) {
		socket.destroy();
		return;
	}
	const { status, reason } = refusals[error.code ?? ""] ?? malformed;
	const body = JSON.stringify({ error: reason });
	const head = [
		`HTTP/1.1 ${status}`,
		"content-type: application/json",
		`content-length: ${body.length}`,
		`x-request-id: ${randomUUID()}`,
		"connection: close",
	];
	socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

const malformed = { status: "400 Bad Request", reason: "Malformed request" };

const refusals: Record<string, typeof malformed> = {
	ERR_HTTP_REQUEST_TIMEOUT: {
		status: "408 Request Timeout",
		reason: "The request did not arrive in time",
	},
	HPE_HEADER_OVERFLOW: {
		status: "431 Request Header Fields Too Large",
		reason: "The request's headers are too large",
	},
};
