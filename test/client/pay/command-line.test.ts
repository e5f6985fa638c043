import { describe, expect, it } from "vitest";
import {
	announcingOutages,
	readApiKey,
} from "../../../client/src/pay/command-line/connect.ts";
import {
	parseOptions,
	serviceFlags,
	toService,
} from "../../../client/src/pay/command-line/options.ts";
import { toTerminalText } from "../../../client/src/pay/command-line/terminal.ts";
import { pathNextTo } from "../../../client/src/pay/file/results-file.ts";
import { readPayOptions } from "../../../client/src/pay/pay-options.ts";
import { openOffice, payments } from "./support/payments.ts";

describe("what a terminal gets", () => {
	it("has no character that commands it, and no other change of the direction of text", () => {
		expect(
			toTerminalText(
				"a\u001b[2K\u009b1G\r\u0007\tb\nc\u202e\u2066\u200f\u2028",
			),
		).toBe(
			"a\\u001b[2K\\u009b1G\\u000d\\u0007\\u0009b\nc\\u202e\\u2066\\u200f\\u2028",
		);
		expect(toTerminalText("₹ 1,00,000 Café 😀")).toBe("₹ 1,00,000 Café 😀");
	});
});

it("texts of records reach the terminal without such characters", async () => {
	const { desk } = await openOffice({
		vendors: [
			{ id: "steel", name: "Steel \u001b]52;c;x\u0007Traders" },
			{ id: "harbor", name: "Harbor Cloud" },
		],
	});
	desk.write("a.csv", payments.replaceAll("Steel Traders", "steel"));
	const { output } = await desk.run(["pay", "a.csv"], { answers: ["no"] });
	expect(output).toContain("Steel \\u001b]52;c;x\\u0007Traders: 2 payments");
	expect(output).not.toMatch(/(?!\n)\p{Cc}/u);
});

describe("--url", () => {
	const read = (url: string) => toService({ url }).url;

	it.each([
		["https://api.example.com/", "https://api.example.com"],
		["https://api.example.com/base/v1.0/", "https://api.example.com/base"],
		["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
		["http://localhost:3000", "http://localhost:3000"],
		["http://[::1]:3000", "http://[::1]:3000"],
	])("%s is %s", (text, url) => {
		expect(read(text)).toBe(url);
	});

	it.each([
		["http://api.example.com", /must begin with https/],
		["http://127.0.0.1.example.com", /must begin with https/],
		["http://localhost.example.com", /must begin with https/],
		["http://10.0.0.1", /must begin with https/],
		["api.example.com", /must be a URL/],
		["ftp://api.example.com", /must be a URL/],
		["https://user:secret@api.example.com", /no query, fragment or password/],
		["https://api.example.com/?a=b", /no query, fragment or password/],
	])("%s is refused", (text, message) => {
		expect(() => read(text)).toThrow(message);
	});
});

describe("options", () => {
	it.each([
		[["a.csv"], /--url is missing/],
		[["--url", "https://x"], /Name the file of payments/],
		[["a.csv", "b.csv", "--url", "https://x"], /not also b.csv/],
		[["a.csv", "--ur", "https://x"], /Unknown option '--ur'/],
		[["a.csv", "--release", "R", "--url", "https://x"], /leave out a.csv/],
		[
			["a.csv", "--url", "https://x", "--date-format", "x"],
			/must be day-first or month-first/,
		],
		[["a.csv", "--url", "https://x", "--delimiter", "x"], /must be one of/],
		[
			["a.csv", "--url", "https://x", "--hidden-rows", "x"],
			/must be pay or leave-out/,
		],
		[["a.csv", "--url", "https://x", "--results", "r.txt"], /must end in/],
	])("%j are refused in words", (args, message) => {
		expect(() => readPayOptions(args)).toThrow(message);
	});

	it("never have the API key, which other users of the machine would see", () => {
		for (const option of ["--api-key", "--apikey=secret"])
			expect(() => parseOptions([option, "secret"], serviceFlags)).toThrow(
				/never an option/,
			);
	});
});

describe("the API key", () => {
	const variable = "PROCUREMENT_PAYMENTS_API_KEY";

	it("is in the environment, or alone in a file", async () => {
		expect(readApiKey(undefined, { [variable]: " key\n" })).toBe("key");
		const { desk } = await openOffice();
		desk.write("key.csv", "key-2\n");
		expect(readApiKey(desk.path("key.csv"), {})).toBe("key-2");
		desk.write("key.csv", "");
		expect(() => readApiKey(desk.path("key.csv"), {})).toThrow(/is empty/);
		desk.write("key.csv", "two words");
		expect(() => readApiKey(desk.path("key.csv"), {})).toThrow(/a space/);
		expect(() => readApiKey("/none", {})).toThrow(/no such file/);
		expect(() => readApiKey(undefined, {})).toThrow(/API key is missing/);
	});

	it("that the service refuses stops the command with what to do", async () => {
		const { desk } = await openOffice();
		desk.write("a.csv", payments);
		const { exitCode, errors } = await desk.run(["pay", "a.csv"], {
			apiKey: "wrong",
		});
		expect({ exitCode, errors }).toEqual({
			exitCode: 4,
			errors: expect.stringMatching(
				/Check the key, or ask the person who gave it to you$/,
			),
		});
	});
});

describe("results", () => {
	it.each([
		["/a/b.csv", "/a/b.results.csv"],
		["/a/b.XLSX", "/a/b.results.xlsx"],
		["/a.b/c", "/a.b/c.results.csv"],
		["/a/b.txt", "/a/b.results.txt.csv"],
	])("of %s are in %s", (path, results) => {
		expect(pathNextTo(path, "results")).toBe(results);
	});
});

describe("a service that cannot be reached", () => {
	it("is announced once, and so is that it answers again", async () => {
		const said: string[] = [];
		const answers = [
			() => Promise.reject(new TypeError("fetch failed")),
			() => Promise.reject(new TypeError("fetch failed")),
			() => Promise.resolve(new Response("{}")),
		];
		const fetch = announcingOutages(
			() => answers.shift()?.() ?? Promise.reject(new Error("No answer")),
			"https://x",
			(text) => said.push(text),
		);
		for (let times = 0; times < 3; times++)
			await fetch("https://x").catch(() => {});
		expect(said).toEqual([
			"The service at https://x cannot be reached: it did not answer in time, or the connection broke off. Trying again for a while; nothing is paid twice",
			"The service answers again",
		]);
	});
});
