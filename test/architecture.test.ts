import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** What a file of `shared` may be, besides a part that knows no subject (`kindOf`): the rules of a subject, or its storage. */
const rules = "rules";
const stores = "stores";

/** Which kinds of files a kind may import, besides itself (`CONTRIBUTING.md`: imports point down only). */
const mayImport = {
	[rules]: ["shared/timing"],
	"shared/environment": [],
	"shared/timing": ["shared/environment"],
	"shared/logging": ["shared/environment"],
	"shared/dynamodb": [
		rules,
		"shared/environment",
		"shared/logging",
		"shared/timing",
	],
	[stores]: [
		rules,
		"shared/dynamodb",
		"shared/environment",
		"shared/logging",
		"shared/timing",
	],
	"shared/queue": [
		rules,
		"shared/environment",
		"shared/logging",
		"shared/timing",
	],
	"shared/notifications": [
		rules,
		"shared/environment",
		"shared/logging",
		"shared/timing",
	],
	"shared/http": [
		rules,
		"shared/environment",
		"shared/logging",
		"shared/timing",
	],
	// How requests of several functions start a batch.
	"shared/batch-starts": [
		rules,
		stores,
		"shared/dynamodb",
		"shared/logging",
		"shared/queue",
	],
	// What several functions log and measure.
	"shared/observability": [rules, stores, "shared/http", "shared/logging"],
	functions: [
		rules,
		stores,
		"shared/batch-starts",
		"shared/dynamodb",
		"shared/environment",
		"shared/http",
		"shared/logging",
		"shared/notifications",
		"shared/observability",
		"shared/queue",
		"shared/timing",
	],
	lib: [rules, "shared/environment", "shared/logging", "shared/timing"],
	"tools/organization-files": [
		rules,
		stores,
		"shared/dynamodb",
		"shared/environment",
		"shared/logging",
		"shared/timing",
	],
	"tools/operator": [
		rules,
		stores,
		"shared/dynamodb",
		"shared/environment",
		"shared/logging",
		"shared/queue",
		"shared/timing",
		"tools/exhibits",
		"tools/organization-files",
		"tools/local",
		"lib",
		"client/src",
	],
	"tools/local": [
		rules,
		stores,
		"shared/dynamodb",
		"shared/environment",
		"shared/logging",
		"shared/timing",
		"lib",
		"tools/organization-files",
		"tools/reference",
	],
	"tools/reference": ["client/src", "tools/exhibits", "tools/openapi"],
	"tools/openapi": ["functions", rules, "tools/exhibits"],
	"tools/exhibits": ["client/src", "functions", rules, "shared/timing"],
	// The reader of payment files is for the command `pay` and for the console; `pay` uses the client, and never the other way round.
	"client/src/pay": ["client/src", "client/src/payment-file"],
	"client/src/payment-file": [],
	"client/src": [],
	"console/src": ["client/src", "client/src/payment-file"],
	bin: [
		rules,
		"lib",
		"tools/local",
		"tools/operator",
		"tools/organization-files",
		"tools/reference",
	],
	bench: [
		rules,
		stores,
		"shared/dynamodb",
		"shared/environment",
		"shared/logging",
		"shared/queue",
		"shared/timing",
		"functions",
		"lib",
		"tools/local",
		"tools/organization-files",
	],
} as const satisfies Record<string, string[]>;

/** The folders of `shared` whose files are rules and stores. */
const subjects = [
	"actors",
	"attempts",
	"batches",
	"collections",
	"dates",
	"endpoints",
	"errors",
	"event-feed",
	"events",
	"invoices",
	"json",
	"lists",
	"mails",
	"money",
	"organizations",
	"payment-requests",
	"payment-runs",
	"payments",
	"purchase-orders",
	"schemas",
	"sessions",
	"skus",
	"text",
	"vendors",
];

type Kind = keyof typeof mayImport;
const kinds = Object.keys(mayImport) as Kind[];

/** The kind of a file; undefined for packages and tests. */
function kindOf(path: string): Kind | undefined {
	const folder = kinds.find((kind) => path.startsWith(`${kind}/`));
	if (folder || !path.startsWith("shared/")) return folder;
	return path.endsWith(".store.ts") ? stores : rules;
}

/** Packages that only these may import at run time. */
const onlyIn = {
	"@aws-sdk/client-cloudformation": ["tools/operator"],
	"@aws-sdk/client-dynamodb": [
		"shared/dynamodb",
		"tools/local",
		// The names of tables, no items.
		"tools/operator",
	],
	// Only stores read and write items (`docs/data-model.md`).
	"@aws-sdk/lib-dynamodb": [stores, "shared/dynamodb"],
	"@aws-sdk/client-sqs": ["shared/queue", "tools/local", "tools/operator"],
	"@aws-sdk/client-eventbridge": ["shared/notifications", "tools/local"],
	"@aws-sdk/client-sesv2": ["shared/notifications", "tools/local"],
	"@middy/core": ["shared/http"],
	"@aws-lambda-powertools/logger": ["shared/logging"],
	"@aws-lambda-powertools/idempotency": ["shared/http"],
	"aws-cdk-lib": ["lib"],
	"big.js": ["shared/json", "shared/money", "console/src"],
	"swagger-ui-dist": ["tools/reference"],
	ulid: ["shared/environment"],
} as const satisfies Record<string, string[]>;

interface Import {
	from: string;
	to: string;
}

const files = globSync(
	"{shared,functions,lib,tools,client/src,console/src,bin,bench,test}/**/*.{ts,tsx,js}",
	{
		cwd: root,
	},
).filter((file) => !/\.(d\.ts|validator\.js)$/.test(file));
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

describe("arrows go down only", () => {
	it.each(kinds)("%s", (kind) => {
		const allowed: string[] = [kind, ...mayImport[kind]];
		const upward = imports.filter(({ from, to }) => {
			const target = kindOf(to);
			return kindOf(from) === kind && target && !allowed.includes(target);
		});
		expect(
			upward,
			`${kind} may import ${allowed.join(", ")}: a file that needs more is of another kind, such as x.store.ts`,
		).toEqual([]);
	});

	it("every file has a rule, and every subject of `shared` has rules", () => {
		const ruled = (file: string) => kindOf(file) ?? /^test\//.test(file);
		expect(
			files.filter((file) => !ruled(file)),
			"A file stands in a folder that `mayImport` names",
		).toEqual([]);
		const folders = new Set(
			files
				.filter((file) => [rules, stores].includes(kindOf(file) ?? ""))
				.map((file) => file.split("/")[1]),
		);
		expect(
			[...folders].toSorted(),
			"A new folder of `shared` is a subject of this list, or a part with a rule in `mayImport`",
		).toEqual(subjects);
	});

	it("only tests and the bench import tests; and what generates, for the examples", () => {
		const ofTests = imports.filter(
			({ from, to }) => to.startsWith("test/") && !/^(test|bench)\//.test(from),
		);
		expect(
			ofTests.map(({ from }) => from),
			"What tests and the product share belongs to `shared` or `tools`",
		).toEqual(["bin/generate.ts"]);
	});

	it("no file imports itself by way of others, not for a type either", () => {
		expect(findCircle(imports)).toEqual([]);
	});

	it("no folders of `shared` import each other, nor by way of others", () => {
		const roomOf = (path: string) =>
			/^shared\/[^/]+(?=\/)/.exec(path)?.[0] ?? "";
		const rooms = imports
			.map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
			.filter(({ from, to }) => from && to && from !== to);
		expect(
			findCircle(rooms),
			"What both folders need belongs to one of them, or to a third one below them",
		).toEqual([]);
	});

	it("no function imports another function", () => {
		const functionOf = (path: string) =>
			/^functions\/([^/]+)\//.exec(path)?.[1];
		const across = imports.filter(({ from, to }) => {
			const [source, target] = [functionOf(from), functionOf(to)];
			return source && target && source !== target;
		});
		expect(
			across,
			"What two functions need belongs to `shared`, or to a file of `functions` itself",
		).toEqual([]);
	});

	it("only tests import a handler: it connects to AWS when it is loaded", () => {
		const ofHandlers = imports.filter(
			({ from, to }) => /\/handler\.ts$/.test(to) && !from.startsWith("test/"),
		);
		expect(ofHandlers).toEqual([]);
	});
});

/** A chain of imports that ends where it began; empty: there is none. */
function findCircle(imports: readonly Import[]): string[] {
	const targets = Map.groupBy(imports, ({ from }) => from);
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
				!allowed.some(
					(place) => kindOf(from) === place || from.startsWith(`${place}/`),
				),
		);
		expect(
			elsewhere,
			`${name} is wrapped in ${allowed.join(", ")}: import that instead`,
		).toEqual([]);
	});

	const functionSources = sources.filter(({ file }) =>
		/^(shared|functions)\//.test(file),
	);

	it.each([
		["process.env", /process\.env/, "shared/environment/config.ts"],
		["the time", /\bDate\.now\(|new Date\(\)/, "shared/environment/clock.ts"],
	])("%s is asked for in one file", (_, pattern, home) => {
		const asking = functionSources
			.filter(({ text }) => pattern.test(text))
			.map(({ file }) => file);
		expect(asking).toEqual([home]);
	});
});
