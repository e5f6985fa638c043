import { testKey } from "../../../support/world.ts";
import type { FuzzedOperation } from "../operations.ts";

/** A request as its bytes go over the wire. */
export interface FuzzedRequest {
	/** What it is for: part of the message when its answer is wrong. */
	kind: string;
	method: string;
	/** Path and query, as they stand in the request line. */
	target: string;
	/** In the order in which they are sent; values in UTF-8, or bytes. */
	headers: [name: string, value: string | Buffer][];
	body?: Buffer;
	/** What the answer must be; anything documented when absent. */
	expected?: Expected;
}

export type Expected =
	/** Refused: the message names the place, if there is one. */
	| { status: 400; pointer: string | null }
	| { status: 200 | 404 }
	/** Refused at most for what the records say. */
	| { isValid: true };

/** No record has this id. */
export const unknownId = "no-such-id";

/** The records that requests name in their paths. */
export interface PathIds {
	/** The record that faulty requests name, and that no other request changes; empty for a path without an id. */
	kept: string;
	/** The records that all other requests name, and one that does not exist. */
	named: readonly string[];
}

export const toTarget = (
	{ path }: FuzzedOperation,
	id: string,
	query: readonly string[] = [],
): string => toPath(path, id) + (query.length > 0 ? `?${query.join("&")}` : "");

/** @param id Of a path with two ids: all from the first to the last, or a text in place of each. */
export const toPath = (path: string, id: string): string =>
	path.replace(id.includes("/") ? /\{.+\}/ : /\{[^}]+\}/g, () => id);

export const standardHeaders = (key: string): FuzzedRequest["headers"] => [
	["content-type", "application/json"],
	["authorization", `Api-Key ${testKey}`],
	["x-idempotency-key", key],
];

/** As JSON; a raw U+FFFD would read as a byte that was no UTF-8. */
export const toJson = (value: unknown): string =>
	(JSON.stringify(value) ?? "null").replaceAll("\ufffd", "\\ufffd");

/** The whole request in HTTP/1.1. */
export function toBytes({
	method,
	target,
	headers,
	body,
}: FuzzedRequest): Buffer {
	const lines = [
		Buffer.from(`${method} ${target} HTTP/1.1\r\nhost: localhost\r\n`),
		...headers.flatMap(([name, value]) => [
			Buffer.from(`${name}: `),
			typeof value === "string" ? Buffer.from(value) : value,
			Buffer.from("\r\n"),
		]),
		Buffer.from(
			body === undefined ? "\r\n" : `content-length: ${body.length}\r\n\r\n`,
		),
		body ?? Buffer.alloc(0),
	];
	return Buffer.concat(lines);
}
