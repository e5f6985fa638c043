import { path as pathWith } from "../../client/src/http/path.ts";
import type { ApiRequest } from "../../client/src/http/send-once.ts";
import { type Endpoint, toRoute } from "../../shared/endpoints/endpoint.ts";
import type { DemoRequest, DemoService } from "./demo.ts";

/** How requests reach a service that has the demo organization. */
export interface DemoConnection {
	/**
	 * @returns The `data` of the 200.
	 * @throws When the request is answered otherwise.
	 */
	send(request: ApiRequest): Promise<unknown>;
	newText: DemoService["newText"];
	pause(milliseconds: number): Promise<void>;
}

const triesMax = 10;

export const demoService = ({
	send,
	newText,
	pause,
}: DemoConnection): DemoService => ({
	newText,
	async send(endpoint, request) {
		const data = await send(toApiRequest(endpoint, request, newText));
		// Unchecked cast: whoever reads a property knows the endpoint.
		return data as Awaited<ReturnType<DemoService["send"]>>;
	},
	async until(findFault) {
		for (let tries = 1; ; tries++) {
			const fault = await findFault();
			if (fault === undefined) return;
			if (tries === triesMax) throw new Error(fault);
			await pause(1_000);
		}
	},
});

/** Makes the request, with its route and its headers. */
export function toApiRequest(
	{ routeKey, idempotencyKey }: Endpoint,
	{ path = {}, query, body, ...headers }: DemoRequest,
	newText: () => string,
): ApiRequest {
	const route = toRoute(routeKey);
	const key = headers.idempotencyKey ?? (idempotencyKey && newText());
	return {
		method: route.method,
		path: route.path.replaceAll(
			/\{(.+?)\}/g,
			(_, name: string) => pathWith`${path[name] ?? "none"}`,
		),
		...(query && { query }),
		...(body && { body }),
		headers: {
			...(key !== undefined && { "x-idempotency-key": key }),
			...(headers.ifMatch !== undefined && {
				"if-match": `"${headers.ifMatch}"`,
			}),
		},
	};
}
