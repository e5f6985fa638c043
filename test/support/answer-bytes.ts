import type { Answer } from "./world.ts";

/** What Lambda takes for an answer: beyond it the caller gets a 500, although the request was carried out. */
export const lambdaAnswerMaxBytes = 6_291_556;

/** Size of an answer as Lambda counts it: the body is a text inside of JSON. */
export const answerBytes = ({ status, headers, body }: Answer): number =>
	Buffer.byteLength(
		JSON.stringify({
			statusCode: status,
			headers,
			body: JSON.stringify(body),
		}),
	);
