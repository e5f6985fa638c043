import type { OutgoingHttpHeaders } from "node:http";
import type { InvocationOutcome } from "../function-environment.ts";

export interface HttpAnswer {
	status: number;
	headers: OutgoingHttpHeaders;
	body: Buffer;
}

/** A response that API Gateway generates itself. */
export const gatewayAnswer = (status: number, message: string): HttpAnswer => ({
	status,
	headers: { "content-type": "application/json" },
	body: Buffer.from(JSON.stringify({ message })),
});

export const internalServerError = gatewayAnswer(500, "Internal Server Error");

/** Converts a function's result to an HTTP response as API Gateway does (payload format 2.0). */
export function toHttpAnswer(outcome: InvocationOutcome): HttpAnswer {
	if ("failure" in outcome) return internalServerError;
	const answer: unknown = JSON.parse(outcome.answer);
	if (!hasStatusCode(answer)) return inferredAnswer(answer, outcome.answer);
	const { statusCode, cookies, body = "", isBase64Encoded } = answer;
	const headers = toHeaders(answer.headers, cookies);
	if (!isStatus(statusCode) || typeof body !== "string" || !headers)
		return internalServerError;
	return {
		status: statusCode,
		headers,
		body: Buffer.from(body, isBase64Encoded ? "base64" : "utf8"),
	};
}

/** The response to a result without `statusCode`: API Gateway infers status 200 and a JSON body. */
function inferredAnswer(answer: unknown, json: string): HttpAnswer {
	return {
		status: 200,
		headers: { "content-type": "application/json" },
		body: Buffer.from(typeof answer === "string" ? answer : json),
	};
}

interface StructuredAnswer {
	statusCode: unknown;
	headers?: Record<string, string | number | boolean>;
	cookies?: string[];
	body?: unknown;
	isBase64Encoded?: boolean;
}

const hasStatusCode = (answer: unknown): answer is StructuredAnswer =>
	typeof answer === "object" && answer !== null && "statusCode" in answer;

const isStatus = (statusCode: unknown): statusCode is number =>
	Number.isInteger(statusCode) &&
	Number(statusCode) >= 200 &&
	Number(statusCode) <= 599;

/** @returns Undefined when a header is not valid in HTTP. */
function toHeaders(
	given: StructuredAnswer["headers"] = {},
	cookies: StructuredAnswer["cookies"],
): OutgoingHttpHeaders | undefined {
	const headers: OutgoingHttpHeaders = {
		"content-type": "text/plain; charset=utf-8",
		...(cookies && { "set-cookie": cookies.map(toBytes) }),
	};
	for (const [name, value] of Object.entries(given)) {
		if (!isToken(name)) return undefined;
		headers[name.toLowerCase()] = toBytes(`${value}`);
	}
	const isValid = !Object.values(headers).flat().some(hasControlCharacter);
	return isValid ? headers : undefined;
}

/** Node.js writes header strings as Latin-1; decoding UTF-8 bytes as Latin-1 makes it send UTF-8. */
const toBytes = (text: string) => Buffer.from(text).toString("latin1");

const isToken = (name: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(name);

const hasControlCharacter = (text: unknown) =>
	[...`${text}`].some((character) => character < " " || character === "\x7f");
