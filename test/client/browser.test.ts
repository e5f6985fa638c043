import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { ProcurementPaymentsClient } from "../../client/src/index.ts";

describe("the client in a browser", () => {
	it("needs no module and no global of Node.js", async () => {
		const { outputFiles } = await build({
			entryPoints: [join(import.meta.dirname, "../../client/src/index.ts")],
			bundle: true,
			format: "esm",
			// With it, esbuild refuses modules that only Node.js has.
			platform: "browser",
			// Comments may name what the code does not use.
			minifyWhitespace: true,
			write: false,
			logLevel: "silent",
		});
		const text = outputFiles.map((file) => file.text).join("");
		expect(text).not.toMatch(/\b(?:Buffer|process|setImmediate)\./);
	});

	it("names the organization and the console in place of an API key, when a session says who calls", async () => {
		const sent: Request[] = [];
		const client = new ProcurementPaymentsClient({
			url: "https://service.example",
			session: { organization: "acme" },
			fetch: async (input, init) => {
				sent.push(new Request(input, init));
				return Response.json({ ok: true, data: {} });
			},
		});
		await client.getOrganization();
		const headers = Object.fromEntries(sent[0]?.headers ?? []);
		expect(headers).toEqual({
			accept: "application/json",
			"x-organization": "acme",
			"x-requested-with": "console",
		});
	});
});
