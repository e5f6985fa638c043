import { expect } from "vitest";
import { demoService } from "../../../../tools/exhibits/demo-service.ts";

const retriesMax = 20;

/** Sends requests to a local stack, mostly as the administrator of the demo organization. */
export function apiClient(url: string) {
	async function send(
		method: string,
		path: string,
		{
			body,
			key,
			ifMatch,
			apiKey = "demo-admin-key",
			status = 200,
		}: RequestOptions = {},
	): Promise<DataAnswer> {
		const sendOnce = () =>
			fetch(`${url}/v1.0/${path}`, {
				method,
				headers: {
					authorization: `Api-Key ${apiKey}`,
					"x-idempotency-key": key ?? crypto.randomUUID(),
					...(ifMatch && { "if-match": ifMatch }),
				},
				...(body && { body: JSON.stringify(body) }),
			});
		const response = await (status === 500
			? sendOnce()
			: repeatedWhile500(sendOnce));
		expect(response.status, `${method} ${path}`).toBe(status);
		// Unchecked cast: only these properties are read.
		return (await response.json()) as DataAnswer;
	}

	const post = (path: string, body: object, options: RequestOptions = {}) =>
		send("POST", path, { body, ...options });
	return {
		post,
		patch: (path: string, body: object) => send("PATCH", path, { body }),
		get: (path: string, options: RequestOptions = {}) =>
			send("GET", path, options),
		pay: (resources: object[], options: RequestOptions = {}) =>
			post(
				"payment/mark-as-paid",
				{ resourceType: "INVOICE", resources },
				options,
			),
		demo: demoService({
			newText: () => crypto.randomUUID(),
			pause: (milliseconds) =>
				new Promise((resolve) => setTimeout(resolve, milliseconds)),
			async send({ method, path, query = {}, body, headers }) {
				const search = new URLSearchParams();
				for (const [name, value] of Object.entries(query))
					search.append(name, `${value}`);
				const response = await repeatedWhile500(() =>
					fetch(`${url}${path}?${search}`, {
						method,
						headers: { ...headers, authorization: "Api-Key demo-admin-key" },
						...(body !== undefined && { body: JSON.stringify(body) }),
					}),
				);
				expect(response.status, `${method} ${path}`).toBe(200);
				// Unchecked cast: every 200 has `data`.
				return ((await response.json()) as { data: unknown }).data;
			},
		}),
		async isDone(bulkActionSlug: string) {
			const { data } = await send(
				"GET",
				`payment/mark-as-paid/${bulkActionSlug}`,
			);
			return data.status === "DONE";
		},
	};
}

/** Sends a request again after a 500: on a slow machine, a call to the store may take longer than the service waits. */
export async function repeatedWhile500(
	send: () => Promise<Response>,
): Promise<Response> {
	for (let retry = 0; ; retry++) {
		const response = await send();
		if (response.status !== 500 || retry === retriesMax) return response;
	}
}

export type ApiClient = ReturnType<typeof apiClient>;

interface RequestOptions {
	body?: object;
	/** Idempotency key; a fresh one when absent. */
	key?: string;
	ifMatch?: string;
	/** The administrator's when absent. */
	apiKey?: string;
	/** The expected status; 200 when absent. */
	status?: number;
}

interface DataAnswer {
	data: {
		poId: string;
		paymentRequestId: string;
		runId: string;
		bulkActionSlug: string;
		status: string;
		failed: { id: string }[];
		results: { paymentId: string }[];
	};
}
