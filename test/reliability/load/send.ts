import type { Answer } from "../../support/world.ts";

/** Sends a request to a running stack. The API key of an organization is its id. */
export async function send(
	url: string,
	organizationId: string,
	path: string,
	{ body, idempotencyKey }: { body?: object; idempotencyKey?: string } = {},
): Promise<Answer> {
	const response = await fetch(`${url}${path}`, {
		method: body ? "POST" : "GET",
		headers: {
			authorization: `Api-Key ${organizationId}`,
			"content-type": "application/json",
			...(idempotencyKey && { "x-idempotency-key": idempotencyKey }),
		},
		...(body && { body: JSON.stringify(body) }),
	});
	return {
		status: response.status,
		headers: {},
		body: await response.json(),
	};
}

export const payPath = "/v1.0/payment/mark-as-paid";
