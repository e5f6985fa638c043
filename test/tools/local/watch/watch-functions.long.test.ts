import {
	mkdirSync,
	mkdtempSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
	type FunctionHost,
	startFunctionHost,
} from "../../../../tools/local/function-host.ts";
import type { TemplateFunction } from "../../../../tools/local/template/template-function.ts";
import {
	type FunctionWatch,
	watchFunctions,
} from "../../../../tools/local/watch/watch-functions.ts";

const names = ["Alpha", "Beta"] as const;

let root: string;
let host: FunctionHost;
let watch: FunctionWatch;
let reports: string[];

beforeEach(async () => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "watch-")));
	reports = [];
	write("functions/alpha/handler.ts", handler("alpha 1"));
	write("functions/alpha/schema.ts", "export const schema = 1;");
	write("functions/beta/handler.ts", handler("beta 1"));
	write("shared/text.ts", 'export const text = "shared 1";');
	write("lib/stack.ts", "");
	// In place of the project's own: it compiles the one schema.
	write(
		"bin/build-validators.ts",
		`import { schema } from "../functions/alpha/schema.ts";
		import { writeFileSync } from "node:fs";
		writeFileSync("functions/alpha/schema.validator.js", \`export const limit = \${schema};\`);`,
	);
	const functions = names.map(toFunction);
	for (const { codePath } of functions)
		write(`${codePath.slice(root.length + 1)}/index.js`, "");
	host = startFunctionHost({
		functions,
		gatewayUrl: "http://gateway",
		log: () => {},
	});
	watch = await watchFunctions({
		functions,
		host,
		root,
		hasColour: false,
		report: (message) => reports.push(message),
	});
});
afterEach(async () => {
	await watch.stop();
	await host.stop();
	rmSync(root, { recursive: true });
});

const toFunction = (name: string): TemplateFunction => ({
	name: `Stack-${name}Function01234ABC`,
	arn: name,
	codePath: join(root, "bundles", name),
	handler: "index.handler",
	environment: {},
	timeoutSeconds: 60,
	memoryMegabytes: 128,
	role: [],
});

/** Says the text, and what is shared. */
const handler = (says: string) =>
	`import { text } from "../../shared/text.ts";
	export const handler = async () => "${says}, " + text;`;

function write(path: string, text: string) {
	mkdirSync(dirname(join(root, path)), { recursive: true });
	writeFileSync(join(root, path), text);
}

async function answer(name: (typeof names)[number]) {
	const outcome = await host.invoke(name, {});
	return "answer" in outcome ? JSON.parse(outcome.answer) : outcome;
}

const inUse = (...functions: string[]) =>
	expect.stringMatching(
		new RegExp(`^Bundled in \\d+ ms and in use: ${functions.join(", ")}$`),
	);
const watching = "Watching functions and shared";

it("uses what has changed since the functions were bundled", async () => {
	expect(reports).toEqual([inUse("alpha", "beta"), watching]);
	expect(await answer("Alpha")).toBe("alpha 1, shared 1");
});

it("a change of one function is in use, and the others are left alone", async () => {
	write("functions/alpha/handler.ts", handler("alpha 2"));
	await expect.poll(() => answer("Alpha")).toBe("alpha 2, shared 1");
	expect(await answer("Beta")).toBe("beta 1, shared 1");
	expect(reports.slice(2)).toEqual([inUse("alpha")]);
});

it("a change of shared code is in use in every function that imports it", async () => {
	write("shared/text.ts", 'export const text = "shared 2";');
	await expect.poll(() => answer("Alpha")).toBe("alpha 1, shared 2");
	expect(await answer("Beta")).toBe("beta 1, shared 2");
});

it("code with an error is reported and not used, until it is corrected", async () => {
	write("functions/alpha/handler.ts", "const const");
	await expect
		.poll(() => reports[2])
		.toMatch(
			/^Not bundled, the code in use stays:\n.*functions\/alpha\/handler\.ts:1:6/s,
		);
	expect(await answer("Alpha")).toBe("alpha 1, shared 1");
	write("functions/alpha/handler.ts", handler("alpha 2"));
	await expect.poll(() => answer("Alpha")).toBe("alpha 2, shared 1");
	expect(reports.slice(3)).toEqual([inUse("alpha")]);
});

it("a change of a schema compiles its validator first; an error in it is reported", async () => {
	write(
		"functions/alpha/handler.ts",
		'import { limit } from "./schema.validator.js"; export const handler = async () => limit;',
	);
	await expect.poll(() => answer("Alpha")).toBe(1);
	write("functions/alpha/schema.ts", "export const schema = ;");
	await expect.poll(() => reports.at(-1)).toMatch(/^Not bundled.*schema\.ts/s);
	write("functions/alpha/schema.ts", "export const schema = 2;");
	await expect.poll(() => answer("Alpha")).toBe(2);
});

it("a change of the template asks for a restart", async () => {
	write("lib/stack.ts", "// changed");
	await expect
		.poll(() => reports.slice(2))
		.toEqual(["lib/stack.ts changed: a restart applies it"]);
});
