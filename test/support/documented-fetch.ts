import { openApiRouteKey, requireDocumented } from "./documented.ts";

/** Does what `fetch` does, and checks the response against `docs/openapi.json` if the document has the path. */
export async function documentedFetch(
	baseUrl: string,
	path: string,
	init: RequestInit = {},
): Promise<Response> {
	const response = await fetch(`${baseUrl}${path}`, init);
	const routeKey = openApiRouteKey(init.method ?? "GET", path);
	if (routeKey !== undefined) {
		requireDocumented(routeKey, {
			status: response.status,
			headers: Object.fromEntries(response.headers),
			body: await response.clone().json(),
		});
	}
	return response;
}
