import { describe, expect, it } from "vitest";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import { demo } from "../../../tools/local/demo-organization.ts";
import { codeSamples } from "../../../tools/reference/code-samples.ts";
import { referencePage } from "../../../tools/reference/reference-page.ts";

const pageFor = (serverUrl: string) =>
	referencePage({ serverUrl, filesAt: "./" });
const page = pageFor("/");
const text = (name: string, files = page) => `${files.get(name)?.body ?? ""}`;
const documentOf = (files = page) => JSON.parse(text("openapi.json", files));

interface Errors {
	"x-bodies": { body: unknown }[];
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into the document
const operationsOf = (document: any): any[] =>
	Object.values(document.paths).flatMap((methods) =>
		Object.values(Object(methods)),
	);

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
		const shown = operationsOf(document).map(({ operationId }) => operationId);
		const known = exhibits.map(({ id }) => id);
		expect(new Set(shown)).toEqual(new Set(known));
		expect(document.servers).toEqual([{ url: "https://api.example.com" }]);
		expect(document["x-errors"]).toContain("### Error codes");
		expect(document["x-errors"]).not.toMatch(/^# |<!--/m);
	});

	it("asks for the API key alone, in its introduction, the demo note and the dialog", () => {
		const { info, components } = documentOf();
		expect(info.description).toContain("enter your API key");
		expect(demo.note).toContain("enter the key `demo-admin-key`");
		expect(components.securitySchemes.apiKey.description).toBe(
			"Your API key, with or without the scheme `Api-Key` before it. It is kept until the page is closed or loaded again.",
		);
	});

	it("reference page: every operation has samples in curl, Python and Node, which name the key of the demo organization where it is there", () => {
		const samplesOf = (files = page) =>
			operationsOf(documentOf(files)).flatMap(
				({ "x-codeSamples": all }) => all,
			);
		expect(samplesOf()).toHaveLength(3 * exhibits.length);
		const own = referencePage({ serverUrl: "/", filesAt: "./", demo });
		for (const [files, apiKey] of [
			[page, "YOUR_API_KEY"],
			[own, "demo-admin-key"],
		] as const)
			for (const { source } of samplesOf(files))
				expect(source).toContain(`Api-Key ${apiKey}`);
	});

	it("R1: an id in the path of a sample is sent as the client sends it", () => {
		const sourcesOf = (example: string) =>
			codeSamples(
				{
					method: "get",
					path: "/v1.0/invoice/{id}/payments",
					operation: {
						operationId: "listInvoicePayments",
						description: "",
						parameters: [{ name: "id", in: "path", example }],
					},
				},
				{ server: "https://api.example.com", apiKey: "key" },
			).map(({ source }) => source);
		for (const [id, segment] of [
			["inv-1", "inv-1"],
			["s/1 ?", "~cy8xID8"],
			["..", "~Li4"],
		] as const)
			for (const source of sourcesOf(id))
				expect(source).toContain(`/v1.0/invoice/${segment}/payments`);
	});

	it("reference page: every error response has real messages, also of the gateway", () => {
		const errors = operationsOf(documentOf()).flatMap(
			({ operationId, responses }) =>
				Object.entries<Errors>(responses)
					.filter(([status]) => status !== "200")
					.map(([status, response]) => ({
						of: `${operationId} ${status}`,
						bodies: response["x-bodies"],
					})),
		);
		const lacking = errors.filter(
			({ bodies }) =>
				bodies.length === 0 ||
				bodies.some(
					({ body }) => !/"(message|error)":"\w/.test(JSON.stringify(body)),
				),
		);
		// The organization of a valid key is there, but for an instant of its removal.
		expect(lacking.map(({ of }) => of)).toEqual(["getOrganization 404"]);
	});

	it("reference page: links the guides for callers, and their links lead to places of the page", () => {
		const html = text("index.html");
		const { "x-guides": guides, "x-errors": errors } = documentOf();
		const ids = guides.map(({ id }: { id: string }) => id);
		expect(ids).toContain("guide-idempotency-and-lost-answers");
		for (const id of ids) expect(html).toContain(`href="#${id}"`);
		const markdown = guides.map((guide: { text: string }) => guide.text);
		const targets = [...markdown, errors].flatMap((one: string) =>
			Array.from(one.matchAll(/\]\(([^)]+)\)/g), ([, target]) => target),
		);
		expect(targets).toContain("#guide-paying-at-scale");
		const known = [...ids.map((id: string) => `#${id}`), "#errors"];
		expect(
			targets.filter(
				(one) => !known.includes(one) && !one?.startsWith("https:"),
			),
		).toEqual([]);
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
