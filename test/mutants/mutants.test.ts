import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scenarios } from "../reliability/scenarios/scenarios.ts";
import { mutants } from "./mutants.ts";
import { plant } from "./plant.ts";
import { reliabilityMutants } from "./reliability.ts";

const root = join(import.meta.dirname, "../..");

describe("planted bugs (npm run test:mutants)", () => {
	it("are at least 60, each under a name of its own", () => {
		expect(mutants.length).toBeGreaterThanOrEqual(60);
		expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
	});

	it.each(mutants)(
		"$id: its place is there exactly once, and its test is there",
		(mutant) => {
			const text = readFileSync(join(root, mutant.file), "utf8");
			expect(plant(text, mutant)).not.toBe(text);
			expect(existsSync(join(root, mutant.test))).toBe(true);
		},
	);

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
	expect(() => plant("xx", mutant)).toThrow("some-bug: some.ts has not: a");
	expect(() => plant("axa", mutant)).toThrow("some.ts has 2 times: a");
});
