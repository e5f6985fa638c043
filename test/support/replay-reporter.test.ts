import { describe, expect, it } from "vitest";
import { propertySeed, readSeed } from "./property-seed.ts";
import { toReplayCommand } from "./replay-reporter.ts";

const failure = {
	project: "long",
	file: "test/tools/local/synchronous-kills.long.test.ts",
	titles: undefined,
	environment: {},
};

describe("readSeed", () => {
	it.each([
		["7", 7],
		["-2147483648", -2_147_483_648],
	])("%s", (text, seed) => expect(readSeed(text)).toBe(seed));

	it.each(["", "seven", "1.5", "2147483648"])("refuses '%s'", (text) =>
		expect(() => readSeed(text)).toThrow(
			`SEED must be an integer of 32 bits, not "${text}"`,
		),
	);
});

describe("toReplayCommand", () => {
	it("names the seed and the file", () => {
		expect(toReplayCommand(failure)).toBe(
			`SEED=${propertySeed} npx vitest run --project long test/tools/local/synchronous-kills.long.test.ts`,
		);
	});

	it("names what else decided which cases ran", () => {
		const titles = /a client's key/;
		const environment = { REQUESTS: "500", PATH: "/bin" };
		expect(toReplayCommand({ ...failure, titles, environment })).toBe(
			`SEED=${propertySeed} REQUESTS=500 npx vitest run --project long ${failure.file} -t 'a client'\\''s key'`,
		);
	});
});
