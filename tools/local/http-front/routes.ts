import type { TemplateRoute } from "../template/template.ts";

export interface MatchedRoute {
	routeKey: string;
	functionArn: string;
	pathParameters: Record<string, string>;
}

/**
 * Finds the route of a request by its decoded path. Literal segments take precedence over parameters, and these over a
 * greedy one, as in API Gateway.
 */
export type FindRoute = (
	method: string,
	path: string,
) => MatchedRoute | undefined;

/** @throws When a route has an unsupported form (`$default`). */
export function findRouteIn(templateRoutes: TemplateRoute[]): FindRoute {
	const routes = templateRoutes.map(parse).sort(byPrecedence);
	return (method, path) => {
		const segments = path.split("/");
		for (const route of routes) {
			if (route.method !== "ANY" && route.method !== method) continue;
			const pathParameters = match(route.segments, segments);
			if (pathParameters) {
				const { routeKey, functionArn } = route;
				return { routeKey, functionArn, pathParameters };
			}
		}
		return undefined;
	};
}

interface Route extends TemplateRoute {
	method: string;
	segments: string[];
}

function parse(route: TemplateRoute): Route {
	const [, method, path] =
		/^([A-Z]+) (\/(?:[^+$]|\+\}$)*)$/.exec(route.routeKey) ?? [];
	if (!method || !path)
		throw new Error(
			`The local stack does not serve the route ${route.routeKey}`,
		);
	return { ...route, method, segments: path.split("/") };
}

const byPrecedence = (a: Route, b: Route) =>
	Number(isGreedy(a)) - Number(isGreedy(b)) ||
	(isGreedy(a) ? b.segments.length - a.segments.length : 0) ||
	countParameters(a) - countParameters(b);

const isGreedy = ({ segments }: Route) =>
	segments.at(-1)?.endsWith("+}") === true;

const countParameters = ({ segments }: Route) =>
	segments.filter((segment) => parameterName(segment)).length;

function match(
	pattern: string[],
	segments: string[],
): Record<string, string> | undefined {
	const last = pattern.length - 1;
	const isGreedy = pattern[last]?.endsWith("+}");
	if (!isGreedy && pattern.length !== segments.length) return undefined;
	const parameters: Record<string, string> = {};
	for (const [index, expected] of pattern.entries()) {
		const segment =
			(isGreedy && index === last
				? segments.slice(last).join("/")
				: segments[index]) ?? "";
		const name = parameterName(expected);
		if (name && segment) parameters[name] = segment;
		else if (segment !== expected) return undefined;
	}
	return parameters;
}

const parameterName = (segment: string) => /^\{(.+?)\+?\}$/.exec(segment)?.[1];
