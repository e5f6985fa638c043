import { requireDocumented } from "../../support/documented.ts";
import type { WireAnswer } from "./connection.ts";
import type { Expected } from "./requests/fuzzed-request.ts";

const messageMaxCharacters = 500;

/** Statuses that the HTTP front answers by itself, to what is no request of a route. */
const frontStatuses = new Set([400, 404, 408, 413, 417, 431]);

/**
 * Checks an answer that anything may have caused.
 *
 * @param routeKey Of the endpoint that answered; undefined: none did.
 * @throws When it is a 5xx, undocumented, or says too much.
 */
export function checkAnswer(
	{ status, headers, text }: WireAnswer,
	routeKey: string | undefined,
	expected?: Expected,
) {
	if (status >= 500) throw new Error("No input may make a 5xx");
	const body: unknown = text === "" ? {} : JSON.parse(text);
	if (routeKey === undefined) {
		if (!frontStatuses.has(status)) throw new Error("No endpoint answered");
	} else requireDocumented(routeKey, { status, headers, body });
	requireShort(body, status);
	if (expected) requireExpected(status, text, body, expected);
}

function requireShort(body: unknown, status: number) {
	if (status === 200) return;
	const message = messageOf(body);
	if (message.length > messageMaxCharacters)
		throw new Error(`A message of ${message.length} characters`);
	if (!message.isWellFormed())
		throw new Error("A message with half a character");
}

function requireExpected(
	status: number,
	text: string,
	body: unknown,
	expected: Expected,
) {
	if ("accepted" in expected) {
		if (status !== 200) throw new Error("A valid request is carried out");
		return;
	}
	if (status !== 400) throw new Error("A faulty request is a 400");
	const { pointer } = expected;
	if (pointer === null) return;
	if (!messageOf(body).startsWith(`Validation failed: ${pointer}`))
		throw new Error(`The message does not name ${pointer}: ${text}`);
}

/** Of any of the documented shapes. */
function messageOf(body: unknown): string {
	const { error, message } = body as {
		error?: string | { message: string };
		message?: string;
	};
	return (typeof error === "object" ? error.message : error) ?? message ?? "";
}
