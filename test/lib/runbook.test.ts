import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { Template } from "aws-cdk-lib/assertions";
import { expect, it } from "vitest";
import {
	codeSpans,
	documents,
	projectRoot,
	readDocument,
} from "../docs/markdown.ts";
import { commandsOf, section } from "../tools/operator/runbook.ts";
import { alarmsOf } from "./alarms.ts";
import {
	allNotifications,
	signInWithIssuer,
	unbundledStack,
} from "./unbundled-stack.ts";

const page = readDocument("docs/operations.md");
const templateWith = (signIn: object) =>
	Template.fromStack(
		unbundledStack("prod", { ...allNotifications("prod"), ...signIn }),
	);
const template = templateWith(signInWithIssuer("prod"));
const withCognito = templateWith({ "signIn:prod": "cognito" });

it.each([...alarmsOf(template).keys()])(
	"operations: the section of %s says what to type, and what is good",
	(alarm) => {
		const text = section(`### ${alarm}`);
		expect(text).toMatch(/^```sh/m);
		expect(text).toContain("Good: ");
	},
);

it("operations: every resource that a command looks up is in the template", () => {
	const resources = Object.entries({
		...withCognito.toJSON().Resources,
		...template.toJSON().Resources,
	});
	const others = ["incidents", "restore"].map((name) =>
		readDocument(`docs/operations/${name}.md`),
	);
	const lookedUp = [
		...[
			...[page, ...others].join().matchAll(/\$\(resource (\S+) (\w+)\)/g),
		].map(([, type = "", beginning = ""]) => [type, beginning] as const),
		// `logs` looks up a log group.
		...[...[page, ...others].join().matchAll(/(?:^|`)logs (\w+) /gm)].map(
			([, beginning = ""]) => ["Logs::LogGroup", beginning] as const,
		),
	];
	expect(lookedUp.length).toBeGreaterThan(10);
	for (const [type, beginning] of lookedUp) {
		const found = resources.filter(
			([id, resource]) =>
				// Unchecked cast: every resource has a type.
				(resource as { Type: string }).Type === `AWS::${type}` &&
				id.startsWith(beginning),
		);
		expect(found, `${type} ${beginning}`).toHaveLength(1);
	}
});

it("operations: a message that the page quotes is one that the service logs", () => {
	const quoted = codeSpans(page).filter((text) => /^(The|A) .* /.test(text));
	expect(quoted.length).toBeGreaterThan(2);
	const source = globSync("{functions,shared}/**/*.ts", { cwd: projectRoot })
		.map(readDocument)
		.filter((text) => quoted.some((one) => text.includes(`"${one}`)))
		.join();
	expect(quoted.filter((text) => !source.includes(`"${text}`))).toEqual([]);
});

it.each(documents().filter((path) => /^docs\/(operations|guides)/.test(path)))(
	"%s: every shell block can be parsed by a shell",
	(path) => {
		for (const [, block = ""] of readDocument(path).matchAll(
			/^```sh[^\n]*\n(.*?)^```$/gms,
		)) {
			// What the reader fills in.
			const input = block.replaceAll(/<[^<>\n]+>/g, "x");
			expect(() =>
				execFileSync("sh", ["-n"], { input, stdio: "pipe" }),
			).not.toThrow();
		}
	},
);

it("operations: a command that needs AWS is not in a block that a test types", () => {
	const typed = [...page.matchAll(/^### (\w+)$/gm)].flatMap(([heading]) =>
		commandsOf(heading),
	);
	expect(typed.length).toBeGreaterThan(10);
	expect(typed.filter((line) => !/^(org |logs )/.test(line))).toEqual([]);
});
