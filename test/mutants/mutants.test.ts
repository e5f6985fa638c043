import { describe, expect, it } from "vitest";
import { scenarios } from "../reliability/scenarios/scenarios.ts";
import { mutants } from "./mutants.ts";
import { plant } from "./plant.ts";
import { reliabilityMutants } from "./reliability.ts";

describe("planted bugs (npm run test:mutants)", () => {
	it("are at least 60, each under a name of its own", () => {
		expect(mutants.length).toBeGreaterThanOrEqual(60);
		expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
	});

	it.each(reliabilityMutants)("$id: its scenario is there", ({ only }) => {
		expect(scenarios.map(({ name }) => name)).toContain(only);
	});
});

it("a place that is not there, or is not the only one, is an error that names it", () => {
	const mutant = {
		id: "some-bug",
		what: "",
		file: "some.ts",
		search: "a",
		replace: "b",
		test: "",
	};
	expect(plant("xax", mutant)).toBe("xbx");
	const call = { ...mutant, search: "f(one, [two])", replace: "g()" };
	expect(plant("x = f(\n\tone,\n\t[two],\n);", call)).toBe("x = g();");
	expect(() => plant("xx", mutant)).toThrow("some-bug: some.ts has not: a");
	expect(() => plant("axa", mutant)).toThrow("some.ts has 2 times: a");
});
