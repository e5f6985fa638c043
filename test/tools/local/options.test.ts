import { describe, expect, it } from "vitest";
import { help } from "../../../tools/local/console/help.ts";
import { demoOrganizationFile } from "../../../tools/local/demo-organization.ts";
import { readOptions } from "../../../tools/local/options.ts";

const flags =
	": flags are --port <n>, --org <file>, --data-dir <dir>, --memory, --webhook <url>, --watch, --quiet, --json-logs, --help";

describe("the flags of npm start (contract 1)", () => {
	it.each([
		[
			[],
			{
				port: 3000,
				organizationFiles: [demoOrganizationFile],
				storage: { dataDirectory: ".local" },
				isHelp: false,
				isWatching: false,
				isQuiet: false,
				hasJsonLogs: false,
			},
		],
		[["--port", "0"], { port: 0 }],
		[
			["--org", "a.json", "--org", "b.json"],
			{ organizationFiles: ["a.json", "b.json"] },
		],
		[["--data-dir", "there"], { storage: { dataDirectory: "there" } }],
		[["--memory"], { storage: "memory" }],
		[["--watch"], { isWatching: true }],
		[["--webhook", "http://[::1]:1/"], { webhook: "http://[::1]:1/" }],
		[["--webhook", "https://localhost"], { webhook: "https://localhost" }],
		[["--quiet"], { isQuiet: true }],
		[["--json-logs"], { hasJsonLogs: true }],
		[["--help"], { isHelp: true }],
		[["-h"], { isHelp: true }],
	])("%j", (args, options) => {
		expect(readOptions(args)).toMatchObject(options);
	});

	it("are the ones that --help lists", () => {
		const listed = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(
			([, flag]) => flag,
		);
		const [, named = ""] = flags.split("flags are ");
		expect(listed.sort()).toEqual(named.match(/--[a-z-]+/g)?.sort());
	});

	it.each([
		[["--prot", "1"], `Unknown option '--prot'${flags}`],
		[["--port", "x"], "--port x: must be a number from 0 to 65535"],
		[["--port", "65536"], "--port 65536: must be a number from 0 to 65535"],
		[["--port", ""], "--port : must be a number from 0 to 65535"],
		[["--port=-1"], "--port -1: must be a number from 0 to 65535"],
		[["--port"], `Option '--port <value>' argument missing${flags}`],
		[["--port", "--memory"], `Option '--port' argument is ambiguous${flags}`],
		[["--data-dir", ""], "--data-dir: must name a directory, such as .local"],
		[["--memory=yes"], `Option '--memory' does not take an argument${flags}`],
		[
			["--memory", "--data-dir", "x"],
			"--memory and --data-dir exclude each other: give one of them",
		],
		[
			["--memory", "--webhook", "http://127.0.0.1:8000"],
			"--memory and --webhook exclude each other: a store in memory has no events",
		],
		[["start"], `Unexpected argument 'start'${flags}`],
	])("%j is refused, naming the flag", (args, message) => {
		expect(() => readOptions(args)).toThrow(
			expect.objectContaining({ name: "StartError", message }),
		);
	});

	it.each([
		"",
		"http://10.0.0.1/",
		"http://127.0.0.1.example.com/",
		"http://127.0.0.1@example.com/",
		"http://0.0.0.0/",
	])(
		"contract 1: --webhook %s is refused: events go to this machine only",
		(url) => {
			expect(() => readOptions(["--webhook", url])).toThrow(
				`--webhook ${url}: must be a URL of this machine, such as http://127.0.0.1:8000/events`,
			);
		},
	);
});

it("PORT is the port without --port; a wrong one is refused in one line that names it", () => {
	expect(readOptions([], { PORT: "3330" }).port).toBe(3330);
	expect(readOptions([], { PORT: "" }).port).toBe(3000);
	expect(readOptions(["--port", "1"], { PORT: "x" }).port).toBe(1);
	expect(() => readOptions([], { PORT: "x" })).toThrow(
		"PORT x: must be a number from 0 to 65535",
	);
});
