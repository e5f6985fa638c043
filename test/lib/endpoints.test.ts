import { expect, it } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { everyEndpoint } from "../support/every-endpoint.ts";

it("every endpoint that is deployed is held to the common rules, and served to tests as it is deployed", () => {
	const routesOf = (
		all: readonly { name: string; method: string; path: string }[],
	) => all.map(({ name, method, path }) => `${name}: ${method} ${path}`);
	expect(routesOf(everyEndpoint).toSorted()).toEqual(
		routesOf(endpoints).toSorted(),
	);
});
