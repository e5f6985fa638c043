import { path as pathWith } from "../../client/src/http/path.ts";
import { type Endpoint, toRoute } from "../../shared/endpoints/endpoint.ts";
import type { DemoRequest } from "./demo.ts";

/** The path and the query of a request to an endpoint. */
export function toUrl(
	{ routeKey }: Endpoint,
	{ path = {}, query = {} }: DemoRequest,
): string {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query))
		search.append(name, `${value}`);
	const url = toRoute(routeKey).path.replaceAll(
		/\{(.+?)\}/g,
		(_, name: string) => pathWith`${path[name] ?? name}`,
	);
	return search.size > 0 ? `${url}?${search}` : url;
}
