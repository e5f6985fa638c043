import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { documents, projectRoot, readDocument } from "./markdown.ts";

interface Job {
	if?: string;
	needs?: string;
	environment?: string;
	concurrency?: string;
	steps: { run?: string; uses?: string; with?: Record<string, unknown> }[];
}
interface Workflow {
	on: {
		push: unknown;
		workflow_dispatch: {
			inputs: Record<"run" | "assembly", { options?: string[] }>;
		};
	};
	permissions: Record<string, string>;
	env: Record<string, string>;
	jobs: Record<string, Job>;
}

// The package has no types.
const { load }: { load(text: string): unknown } = createRequire(
	import.meta.url,
)("js-yaml");
// Unchecked cast: the tests below fail for another shape.
const workflow = load(readDocument("docs/pipeline.yml")) as Workflow;

const commandsOf = (job: string): string[] =>
	workflow.jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? [];

it("docs/pipeline.yml: a tag is built once, deployed to dev and tested, and approved before prod", () => {
	expect(workflow.on.push).toEqual({ tags: ["v*"] });
	const { build, dev, prod } = workflow.jobs;
	expect([build?.needs, dev?.needs, prod?.needs]).toEqual([
		undefined,
		"build",
		"dev",
	]);
	expect([build?.environment, dev?.environment, prod?.environment]).toEqual([
		undefined,
		"dev",
		"prod",
	]);
	expect(
		commandsOf("build").filter((one) => /^npm run synth/.test(one)),
	).toEqual(
		["dev", "prod"].map(
			(stage) => `npm run synth -- -c stage=${stage} --output cdk.out/${stage}`,
		),
	);
	expect(commandsOf("prod")).toEqual(commandsOf("dev"));
	expect(commandsOf("dev").join("\n")).not.toMatch(/synth|run deploy/);
	const deployed = commandsOf("dev").map((one) =>
		one.replaceAll(/\$\{\{ (inputs\.assembly \|\| )?vars\.STAGE \}\}/g, "dev"),
	);
	expect(deployed.slice(-2)).toEqual([
		'npx cdk deploy --app "cdk.out/dev" --require-approval never',
		"npm run smoke -- --stack ProcurementPayments-dev",
	]);
});

it("docs/pipeline.yml: a rollback is approved, waits for no other stage, builds nothing and deploys what the named run built", () => {
	const { build, prod, rollback } = workflow.jobs;
	expect(build?.if).toBe("github.event_name == 'push'");
	expect(rollback).toEqual({
		...{ ...prod, needs: undefined },
		if: "github.event_name == 'workflow_dispatch'",
	});
	const [download] =
		rollback?.steps.filter(({ uses = "" }) => /download/.test(uses)) ?? [];
	expect(download?.with?.["run-id"]).toMatch(
		/^\$\{\{ inputs\.run \|\| github\.run_id \}\}$/,
	);
	// One release that waits for its approval keeps no other stage waiting.
	expect(Object.values(workflow.jobs).map((one) => one.concurrency)).toEqual([
		undefined,
		"dev",
		"prod",
		"prod",
	]);
	expect(workflow).not.toHaveProperty("concurrency");
});

it.each([
	['{ "context": { "canary:prod": true } }', ["prod-at-once"]],
	['{ "context": {} }', []],
])("docs/pipeline.yml: of %s it builds %j too", (cdkJson, expected) => {
	const [command = ""] = commandsOf("build").filter((one) =>
		one.startsWith("if "),
	);
	const folder = mkdtempSync(join(tmpdir(), "pipeline-"));
	writeFileSync(join(folder, "cdk.json"), cdkJson);
	const input = `npm() { echo "$@"; }\n${command}`;
	const typed = execFileSync("sh", ["-e"], { cwd: folder, input }).toString();
	rmSync(folder, { recursive: true });
	expect(typed.split("\n").filter((one) => one !== "")).toEqual(
		expected.map(
			(assembly) =>
				`run synth -- -c stage=prod -c canary:prod=paused --output cdk.out/${assembly}`,
		),
	);
	const { inputs } = workflow.on.workflow_dispatch;
	expect(inputs.assembly.options).toEqual(["prod", "prod-at-once"]);
});

it("docs/pipeline.yml: the artifact that is deployed is the one that was built, with its commit", () => {
	const artifacts = Object.values(workflow.jobs)
		.flatMap(({ steps }) => steps)
		.filter(({ uses = "" }) => /load-artifact/.test(uses))
		.map((step) => [step.with?.name, step.with?.path].join());
	expect(artifacts).toHaveLength(4);
	expect(new Set(artifacts).size).toBe(1);
	expect(workflow.env.COMMIT).toMatch(/^\$\{\{ github\.sha \}\}$/);
});

it("docs/pipeline.yml: signs in by OIDC, with no secret", () => {
	expect(workflow.permissions).toEqual({
		actions: "read",
		contents: "read",
		"id-token": "write",
	});
	expect(readDocument("docs/pipeline.yml")).not.toContain("secrets.");
	expect(JSON.stringify(workflow)).toContain("role-to-assume");
});

it.each([
	"docs/pipeline.yml",
	...documents().filter((path) => /^docs\/(guides|operations)/.test(path)),
])("%s: runs only npm scripts and programs that exist", (path) => {
	const text = readDocument(path);
	const scripts = [...text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(
		([, script = ""]) => script,
	);
	const unknown = scripts.filter((one) => !(one in packageJson.scripts));
	expect(unknown).toEqual([]);
	const programs = [...text.matchAll(/\bnpx (?:--no )?([\w-]+)/g)]
		.map(([, name = ""]) => name)
		.filter((name) => name.startsWith("cdk"));
	for (const name of programs)
		expect(existsSync(join(projectRoot, "node_modules/.bin", name))).toBe(true);
});
