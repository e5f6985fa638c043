import { isDeepStrictEqual } from "node:util";
import { requireDocumented } from "../../support/documented.ts";
import type { WireAnswer } from "./connection.ts";
import type { Expected } from "./requests/fuzzed-request.ts";

const messageMaxCharacters = 500;

/** What the HTTP front answers by itself, to what is no request of a route (`docs/errors.md`). */
const frontAnswers: Readonly<Record<number, object>> = {
	400: { error: "Malformed request" },
	403: { message: "Forbidden" },
	404: { message: "Not Found" },
	408: { error: "The request did not arrive in time" },
	413: { message: "Request Entity Too Large" },
	417: { error: "The expectation cannot be met" },
	431: { error: "The request's headers are too large" },
};

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
	const body: unknown = JSON.parse(text);
	if (routeKey !== undefined)
		requireDocumented(routeKey, { status, headers, body });
	else if (!isDeepStrictEqual(body, frontAnswers[status]))
		throw new Error("No endpoint answered, and not the front as documented");
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
	if ("isValid" in expected) {
		const message = messageOf(body);
		if (message.startsWith("Validation failed") && !isByRecords(message))
			throw new Error("A valid request is not refused as invalid");
		return;
	}
	if (status !== expected.status)
		throw new Error(`The answer must be ${expected.status}`);
	if (!("pointer" in expected)) return;
	const { pointer } = expected;
	if (pointer === null) return;
	if (!messageOf(body).startsWith(`Validation failed: ${pointer}`))
		throw new Error(`The message does not name ${pointer}: ${text}`);
}

/** Does the rest of the record, or of the organization, say that a value that conforms to the schema is not valid? */
const isByRecords = (message: string) =>
	/^Validation failed: \/(currency must be an active currency|dueDate must NOT be before invoiceDate|invoiceDate must NOT be after dueDate|vendorId must be the vendor of the payment request|to must be an active user|to must NOT|from must be an approver| must have required property 'note')/.test(
		message,
	);

/** Reads the message from any of the documented shapes. */
function messageOf(body: unknown): string {
	const { error, message } = body as {
		error?: string | { message: string };
		message?: string;
	};
	return (typeof error === "object" ? error.message : error) ?? message ?? "";
}
