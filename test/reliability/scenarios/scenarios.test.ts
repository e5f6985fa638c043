import { expect, it, vi } from "vitest";
import { commands } from "../../../tools/operator/cli/commands.ts";
import { everyEndpoint, findEndpoint } from "../../support/every-endpoint.ts";
import { runScenario } from "../faults/run-scenario.ts";
import type { Scenario } from "../scenario.ts";
import { scenarios } from "./scenarios.ts";

/** Endpoints and commands that the parts with the faults have used so far. */
const endpoints = new Set<string>();
const names = new Set<string>();

it.each(scenarios)(
	"without a fault, it does what it says: $name",
	async (scenario) => {
		await runScenario(noting(scenario));
	},
);

it("every endpoint has a scenario", () => {
	const all = everyEndpoint.map(({ method, path }) => `${method} ${path}`);
	expect(
		all.filter((one) => !endpoints.has(one)),
		"Add a scenario to test/reliability/scenarios, in which a request is sent to",
	).toEqual([]);
});

it("every command of the operator has a scenario", () => {
	expect(
		[...names].toSorted(),
		"Add a scenario with the command to test/reliability/scenarios",
	).toEqual([...commands.keys()].toSorted());
});

const noting = (scenario: Scenario): Scenario => ({
	...scenario,
	async act(user, state) {
		const requests = vi.spyOn(user.world, "send");
		const lookups = vi.spyOn(commands, "get");
		try {
			return await scenario.act(user, state);
		} finally {
			for (const [method, url] of requests.mock.calls) {
				const [path = ""] = url.split("?");
				endpoints.add(`${method} ${findEndpoint(method, path).endpoint.path}`);
			}
			for (const [name] of lookups.mock.calls) names.add(name);
			requests.mockRestore();
			lookups.mockRestore();
		}
	},
});
