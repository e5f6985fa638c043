import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Which of the project's own folders a folder may import, besides itself (`docs/architecture.md`: imports point down only). */
const mayImport = {
	"shared/domain": [],
	"shared/runtime": [],
	"shared/store": ["shared/domain", "shared/runtime"],
	"shared/queue": ["shared/domain", "shared/runtime"],
	"shared/notifications": ["shared/domain", "shared/runtime"],
	"shared/http": ["shared/domain", "shared/runtime"],
	functions: [
		"shared/domain",
		"shared/runtime",
		"shared/store",
		"shared/queue",
		"shared/notifications",
		"shared/http",
	],
	lib: ["shared/domain", "shared/runtime"],
	"organization-files": ["shared/domain", "shared/runtime", "shared/store"],
	operator: [
		"shared/domain",
		"shared/runtime",
		"shared/store",
		"shared/queue",
		"organization-files",
		"local",
		"lib",
	],
	local: [
		"shared/domain",
		"shared/store",
		"shared/runtime",
		"lib",
		"organization-files",
		"reference",
	],
	reference: [],
	openapi: ["functions", "shared/domain"],
} as const satisfies Record<string, string[]>;

/** Packages that only these may import at run time. */
const onlyIn = {
	"@aws-sdk/client-cloudformation": ["operator"],
	"@aws-sdk/client-dynamodb": [
		"shared/store",
		"local",
		"operator",
		"organization-files",
	],
	"@aws-sdk/lib-dynamodb": ["shared/store", "operator", "organization-files"],
	"@aws-sdk/client-sqs": ["shared/queue", "local", "operator"],
	"@aws-sdk/client-eventbridge": ["shared/notifications", "local"],
	"@aws-sdk/client-sesv2": ["shared/notifications", "local"],
	"@middy/core": ["shared/http"],
	"@aws-lambda-powertools/logger": ["shared/runtime"],
	"@aws-lambda-powertools/idempotency": ["shared/http"],
	"aws-cdk-lib": ["lib"],
	"big.js": ["shared/domain"],
	"swagger-ui-dist": ["reference"],
	ulid: ["shared/runtime"],
} as const satisfies Record<string, string[]>;

interface Import {
	from: string;
	to: string;
}

const folders = Object.keys(mayImport) as (keyof typeof mayImport)[];
const files = globSync(
	"{shared,functions,lib,organization-files,operator,local,openapi,reference}/**/*.ts",
	{
		cwd: root,
	},
).filter((file) => !file.endsWith(".d.ts"));
const sources = files.map((file) => ({
	file,
	text: readFileSync(join(root, file), "utf8"),
}));
const imports: Import[] = sources.flatMap(({ file, text }) =>
	[...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
		([, to = ""]) => ({
			from: file,
			to: to.startsWith(".") ? normalize(join(dirname(file), to)) : to,
		}),
	),
);

const folderOf = (path: string) =>
	folders.find((folder) => path.startsWith(`${folder}/`));

describe("arrows go down only", () => {
	it.each(folders)("%s", (folder) => {
		const allowed: string[] = [folder, ...mayImport[folder]];
		const upward = imports.filter(({ from, to }) => {
			const target = folderOf(to);
			return folderOf(from) === folder && target && !allowed.includes(target);
		});
		expect(upward).toEqual([]);
	});

	it("no function imports another function", () => {
		const functionOf = (path: string) =>
			/^functions\/([^/]+)\//.exec(path)?.[1];
		const across = imports.filter(({ from, to }) => {
			const [source, target] = [functionOf(from), functionOf(to)];
			return source && target && source !== target;
		});
		expect(across).toEqual([]);
	});

	it("nothing imports a handler: it connects to AWS when it is loaded", () => {
		expect(imports.filter(({ to }) => /\/handler\.ts$/.test(to))).toEqual([]);
	});
});

describe("the OpenAPI document", () => {
	const isResponseSchema = (path: string) =>
		/(response|record|result)-schemas?\.ts$/.test(path);

	it("no function bundles a schema of responses", () => {
		const bundled = imports.filter(
			({ from, to }) =>
				/^(functions|shared)\//.test(from) &&
				isResponseSchema(to) &&
				!isResponseSchema(from),
		);
		expect(bundled).toEqual([]);
	});
});

describe("one place for each package", () => {
	it.each(Object.entries(onlyIn))("%s", (name, allowed) => {
		const elsewhere = imports.filter(
			({ from, to }) =>
				(to === name || to.startsWith(`${name}/`)) &&
				!allowed.some((folder) => from.startsWith(`${folder}/`)),
		);
		expect(elsewhere).toEqual([]);
	});

	const functionSources = sources.filter(({ file }) =>
		/^(shared|functions)\//.test(file),
	);

	it.each([
		["process.env", /process\.env/, "shared/runtime/config.ts"],
		["the time", /\bDate\.now\(|new Date\(\)/, "shared/runtime/clock.ts"],
	])("%s is asked for in one file", (_, pattern, home) => {
		const asking = functionSources
			.filter(({ text }) => pattern.test(text))
			.map(({ file }) => file);
		expect(asking).toEqual([home]);
	});
});
