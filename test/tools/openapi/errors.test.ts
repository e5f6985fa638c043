import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commonErrors } from "../../../tools/exhibits/error-texts.ts";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import { openApiDocument } from "../../../tools/openapi/document.ts";
import { listItems, readDocument } from "../../docs/markdown.ts";

const root = join(import.meta.dirname, "../../..");
const page = readDocument("docs/errors.md");

/** `<code> <status>` of each item below a heading: "`TAG_NOT_FOUND` (404)". */
const listed = (heading: string) =>
	listItems(page, heading).map(([term = ""]) => term.replaceAll(/[`()]/g, ""));

const distinct = (texts: readonly string[]) => [...new Set(texts)].toSorted();

/** `<code> <status>` of all errors that the operations declare. */
const declaredCodes = () =>
	distinct(
		[commonErrors, ...exhibits.map(({ errors }) => errors)]
			.flatMap((errors) => Object.entries(errors))
			.flatMap(([status, codes]) =>
				codes.map((code: string) => `${code} ${status}`),
			),
	);

/** The page to which mails lead, and the console with its signing in, are no endpoints of the API. */
const pageFiles = "{functions/approval-page/**/*,shared/http/page-files}.ts";
const consoleFiles = "functions/{console,sign-in}/**/*.ts";

/** Nor are the routes of signing in to the console. */
const signInFiles = "functions/sign-in/**/*.ts";

const codeOf = (pattern: string, exclude: string[] = []) =>
	globSync(pattern, { cwd: root, exclude })
		.map((file) => readFileSync(join(root, file), "utf8"))
		.join("\n");

/** `<code> <status>` wherever the code makes an error: `new ApiError(404, "TAG_NOT_FOUND", …)`. */
function thrownCodes(code: string): string[] {
	const thrown = [...code.matchAll(/new ApiError\(\s*(\d+),\s*"([A-Z_]+)"/g)];
	const invalid = [...code.matchAll(/\binvalid\(\s*"([A-Z_]+)"/g)];
	return distinct([
		...thrown.map(([, status, name]) => `${name} ${status}`),
		// Those of `shared/purchase-orders/errors.ts`.
		...invalid.map(([, name]) => `${name} 400`),
	]);
}

describe("docs/errors.md", () => {
	it("has every code with its status, as the operations declare them and the code throws them", () => {
		expect(listed("Error codes").toSorted()).toEqual(declaredCodes());
		const code = codeOf("{functions,shared}/**/*.ts", [
			pageFiles,
			consoleFiles,
			signInFiles,
		]);
		const thrown = [...thrownCodes(code), "INTERNAL_ERROR 500"];
		expect(distinct(thrown)).toEqual(declaredCodes());
	});

	it("has every code of the approval page with its status", () => {
		const described = listed("Codes of the approval page");
		expect(described.toSorted()).toEqual(thrownCodes(codeOf(pageFiles)));
	});

	it("has every code of signing in with its status", () => {
		const described = listed("Codes of signing in");
		expect(described.toSorted()).toEqual(thrownCodes(codeOf(signInFiles)));
	});

	it("has every status that the gateway answers by itself", () => {
		const text = JSON.stringify(openApiDocument());
		const described = listItems(page, "The gateway's own answers").map(
			([term = ""]) => term.slice(0, 3),
		);
		expect(described).toEqual(["403", "404", "413", "429", "500", "503"]);
		for (const status of described) expect(text).toContain(`"${status}":`);
	});
});
