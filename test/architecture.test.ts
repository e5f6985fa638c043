import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Which of the project's own folders a folder may import, besides itself (`CONTRIBUTING.md`: imports point down only). */
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
	"tools/organization-files": [
		"shared/domain",
		"shared/runtime",
		"shared/store",
	],
	"tools/operator": [
		"shared/domain",
		"shared/runtime",
		"shared/store",
		"shared/queue",
		"tools/organization-files",
		"tools/local",
		"lib",
		"client/src",
	],
	"tools/local": [
		"shared/domain",
		"shared/store",
		"shared/runtime",
		"lib",
		"tools/organization-files",
		"tools/reference",
	],
	"tools/reference": [],
	"tools/openapi": ["functions", "shared/domain"],
	// The command `pay` uses the client, and never the other way round.
	"client/src/pay-file": ["client/src"],
	"client/src": [],
	bin: [
		"shared/domain",
		"lib",
		"tools/local",
		"tools/operator",
		"tools/organization-files",
		"tools/reference",
	],
	bench: [
		"shared/domain",
		"shared/runtime",
		"shared/store",
		"shared/queue",
		"functions",
		"lib",
		"tools/local",
		"tools/organization-files",
	],
} as const satisfies Record<string, string[]>;

/** Packages that only these may import at run time. */
const onlyIn = {
	"@aws-sdk/client-cloudformation": ["tools/operator"],
	"@aws-sdk/client-dynamodb": [
		"shared/store",
		"tools/local",
		// The names of tables, no items.
		"tools/operator",
	],
	// Only the store reads and writes items (`docs/data-model.md`).
	"@aws-sdk/lib-dynamodb": ["shared/store"],
	"@aws-sdk/client-sqs": ["shared/queue", "tools/local", "tools/operator"],
	"@aws-sdk/client-eventbridge": ["shared/notifications", "tools/local"],
	"@aws-sdk/client-sesv2": ["shared/notifications", "tools/local"],
	"@middy/core": ["shared/http"],
	"@aws-lambda-powertools/logger": ["shared/runtime"],
	"@aws-lambda-powertools/idempotency": ["shared/http"],
	"aws-cdk-lib": ["lib"],
	"big.js": ["shared/domain"],
	"swagger-ui-dist": ["tools/reference"],
	ulid: ["shared/runtime"],
} as const satisfies Record<string, string[]>;

interface Import {
	from: string;
	to: string;
}

const folders = Object.keys(mayImport) as (keyof typeof mayImport)[];
const files = globSync(
	"{shared,functions,lib,tools,client/src,bin,bench,test}/**/*.ts",
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
		expect(
			upward,
			`${folder} may import ${allowed.join(", ")}: a file that needs more belongs to another folder`,
		).toEqual([]);
	});

	it("only tests and the bench import tests; and what generates, for the examples", () => {
		const ofTests = imports.filter(
			({ from, to }) => to.startsWith("test/") && !/^(test|bench)\//.test(from),
		);
		expect(ofTests.map(({ from }) => from)).toEqual(["bin/generate.ts"]);
	});

	it.each([...folders, "test"])(
		"no file of %s imports itself by way of others, not for a type either",
		(folder) => {
			expect(findCircle(folder)).toEqual([]);
		},
	);

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

/** A chain of imports within the folder that ends where it began; empty: there is none. */
function findCircle(folder: string): string[] {
	const inside = imports.filter(
		({ from, to }) =>
			from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`),
	);
	const targets = Map.groupBy(inside, ({ from }) => from);
	const cleared = new Set<string>();
	const follow = (file: string, chain: string[]): string[] => {
		if (chain.includes(file))
			return [...chain.slice(chain.indexOf(file)), file];
		if (cleared.has(file)) return [];
		for (const { to } of targets.get(file) ?? []) {
			const circle = follow(to, [...chain, file]);
			if (circle.length > 0) return circle;
		}
		cleared.add(file);
		return [];
	};
	for (const file of targets.keys()) {
		const circle = follow(file, []);
		if (circle.length > 0) return circle;
	}
	return [];
}

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
				!/^(test|bench|client)\//.test(from) &&
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
