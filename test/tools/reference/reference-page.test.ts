import { describe, expect, it } from "vitest";
import { demoNote } from "../../../tools/local/demo-organization.ts";
import { operations } from "../../../tools/openapi/document.ts";
import { referencePage } from "../../../tools/reference/reference-page.ts";

const pageFor = (serverUrl: string) =>
	referencePage({ serverUrl, filesAt: "./" });
const page = pageFor("/");
const text = (name: string, files = page) => `${files.get(name)?.body ?? ""}`;
const documentOf = (files = page) => JSON.parse(text("openapi.json", files));

describe("the reference page", () => {
	it("has every file that it links, and links no other origin", () => {
		const linked = [
			...text("index.html").matchAll(/(?:href|src)="([^"#][^"]*)"/g),
		].map(([, target = ""]) => target);
		expect(linked).toContain("./swagger-ui-bundle.js");
		const missing = linked.filter((target) => !page.has(target.slice(2)));
		expect(missing).toEqual([]);
	});

	it("its style sheets load nothing from elsewhere", () => {
		const sheets = [...page.keys()].filter((name) => name.endsWith(".css"));
		expect(sheets.length).toBeGreaterThan(1);
		const loaded = sheets.flatMap((name) => [
			...text(name).matchAll(/@import.*|url\((?!\s*["']?data:)[^)]*/g),
		]);
		expect(loaded).toEqual([]);
	});

	it("runs and loads its own files only, and sends requests to its origin and the API alone", () => {
		const policyFor = (serverUrl: string) =>
			/Content-Security-Policy" content="([^"]*)"/.exec(
				text("index.html", pageFor(serverUrl)),
			)?.[1];
		const policy =
			"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";
		expect(policyFor("/")).toBe(policy);
		expect(policyFor("https://api.example.com/base")).toBe(
			policy.replace(
				"connect-src 'self'",
				"connect-src 'self' https://api.example.com",
			),
		);
	});

	it("shows every operation, for one server, with the errors of docs/errors.md", () => {
		const document = documentOf(pageFor("https://api.example.com"));
		const shown = Object.values(document.paths)
			.flatMap((methods) => Object.values(Object(methods)))
			.map((operation) => Object(operation).operationId);
		const known = Object.values(operations).map(({ id }) => id);
		expect(new Set(shown)).toEqual(new Set(known));
		expect(document.servers).toEqual([{ url: "https://api.example.com" }]);
		expect(document["x-errors"]).toContain("### Error codes");
		expect(document["x-errors"]).not.toMatch(/^# |<!--/m);
	});

	it("asks for the API key alone, in its introduction, the demo note and the dialog", () => {
		const { info, components } = documentOf();
		expect(info.description).toContain("enter your API key");
		expect(demoNote()).toContain("enter the key `demo-admin-key`");
		expect(components.securitySchemes.apiKey.description).toBe(
			"Your API key, with or without the scheme `Api-Key` before it.",
		);
	});

	it("lists the error codes of each response, of shared responses as well", () => {
		const { paths, components } = documentOf();
		const { responses } = paths["/v1.0/payment/mark-as-paid"].post;
		expect(responses[400].description).toMatch(
			/\n\nCodes: `IDEMPOTENCY_KEY_REQUIRED`, `VALIDATION_ERROR`$/,
		);
		expect(responses[200].description).toBe("Success.");
		expect(components.responses.Unauthorized.description).toContain(
			"Codes: `MISSING_CREDENTIALS`, `INVALID_API_KEY`",
		);
	});
});
