import { describe, expect, it } from "vitest";
import { findRouteIn } from "../../../../tools/local/http-front/routes.ts";

const find = findRouteIn(
	[
		"GET /console",
		"GET /console/{page+}",
		"GET /console/files/{file+}",
		"GET /console/sign-in",
		"GET /console/{name}/details",
		"POST /console/renew",
	].map((routeKey) => ({ routeKey, functionArn: "arn" })),
);

const found = (method: string, path: string) => {
	const { routeKey, pathParameters } = find(method, path) ?? {};
	return [routeKey, pathParameters];
};

describe("a greedy route, as API Gateway finds it", () => {
	it.each([
		[
			"/console/org/acme/runs",
			"GET /console/{page+}",
			{ page: "org/acme/runs" },
		],
		["/console/one", "GET /console/{page+}", { page: "one" }],
		[
			"/console/files/1/main.js",
			"GET /console/files/{file+}",
			{ file: "1/main.js" },
		],
		["/console/sign-in", "GET /console/sign-in", {}],
		["/console/one/details", "GET /console/{name}/details", { name: "one" }],
		["/console", "GET /console", {}],
	])("%s leads to %s", (path, routeKey, parameters) => {
		expect(found("GET", path)).toEqual([routeKey, parameters]);
	});

	it("takes no empty rest, and no other method", () => {
		expect(find("GET", "/console/")).toBeUndefined();
		expect(find("POST", "/console/org/acme")).toBeUndefined();
	});

	it("is refused where API Gateway would refuse it: before the end of a path", () => {
		expect(() =>
			findRouteIn([{ routeKey: "GET /{rest+}/end", functionArn: "arn" }]),
		).toThrow("does not serve the route");
	});
});
