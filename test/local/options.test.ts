import { describe, expect, it } from "vitest";
import { demoOrganizationFile } from "../../local/demo-organization.ts";
import { readOptions } from "../../local/options.ts";

describe("the flags of npm start (contract 1)", () => {
	it.each([
		[
			[],
			{
				port: 3000,
				organizationFiles: [demoOrganizationFile],
				storage: { dataDirectory: ".local" },
			},
		],
		[["--port", "0"], { port: 0 }],
		[
			["--org", "a.json", "--org", "b.json"],
			{ organizationFiles: ["a.json", "b.json"] },
		],
		[["--data-dir", "there"], { storage: { dataDirectory: "there" } }],
		[["--memory"], { storage: "memory" }],
	])("%j", (args, options) => {
		expect(readOptions(args)).toMatchObject(options);
	});

	it.each([
		[["--prot", "1"], "Unknown option '--prot'"],
		[["--port", "x"], "--port x: must be a number from 0 to 65535"],
		[["--port", "65536"], "--port 65536: must be a number from 0 to 65535"],
		[["--port", ""], "--port : must be a number from 0 to 65535"],
		[["--port=-1"], "--port -1: must be a number from 0 to 65535"],
		[["--port"], "Option '--port <value>' argument missing"],
		[["--port", "--memory"], "Option '--port' argument is ambiguous"],
		[["--data-dir", ""], "--data-dir: must name a directory"],
		[["--memory=yes"], "Option '--memory' does not take an argument"],
		[
			["--memory", "--data-dir", "x"],
			"--memory and --data-dir exclude each other",
		],
		[["start"], "Unexpected argument 'start'"],
	])("%j is refused, naming the flag", (args, message) => {
		expect(() => readOptions(args)).toThrow(
			expect.objectContaining({ name: "StartError", message }),
		);
	});
});
