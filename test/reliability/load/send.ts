import {
	openApiRouteKey,
	requireDocumented,
} from "../../support/documented.ts";
import type { Answer } from "../../support/world.ts";

export interface SendOptions {
	body?: object;
	idempotencyKey?: string;
	ifMatch?: string;
}

/** An API key, or the headers of a session of the console. */
export type Credential = string | Record<string, string>;

/** Sends a request to a running stack, and checks that its answer is a documented one. */
export async function send(
	url: string,
	credential: Credential,
	path: string,
	{ body, idempotencyKey, ifMatch }: SendOptions = {},
): Promise<Answer> {
	const method = body ? "POST" : "GET";
	const response = await fetch(`${url}${path}`, {
		method,
		headers: {
			...(typeof credential === "string"
				? { authorization: `Api-Key ${credential}` }
				: credential),
			"content-type": "application/json",
			...(idempotencyKey && { "x-idempotency-key": idempotencyKey }),
			...(ifMatch && { "if-match": ifMatch }),
		},
		...(body && { body: JSON.stringify(body) }),
	});
	const answer: Answer = {
		status: response.status,
		headers: Object.fromEntries(response.headers),
		body: await response.json(),
	};
	const routeKey = openApiRouteKey(method, path);
	if (!routeKey) throw new Error(`Not documented: ${method} ${path}`);
	requireDocumented(routeKey, answer);
	return answer;
}

export const payPath = "/v1.0/payment/mark-as-paid";
