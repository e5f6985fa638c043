import { expect, it } from "vitest";
import { apiFunctions, routesOf } from "../../lib/api-functions.ts";
import { everyEndpoint } from "../support/every-endpoint.ts";

it("every endpoint that is deployed is held to the common rules, and served to tests as it is deployed", () => {
	const deployed = apiFunctions.flatMap((endpoint) =>
		routesOf(endpoint).map(
			({ method, path }) => `${endpoint.name}: ${method} ${path}`,
		),
	);
	const tested = everyEndpoint.map(
		({ name, method, path }) => `${name}: ${method} ${path}`,
	);
	expect(tested.toSorted()).toEqual(deployed.toSorted());
});
