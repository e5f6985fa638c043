import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { documents, projectRoot, readDocument } from "./markdown.ts";

interface Job {
	needs?: string;
	environment?: string;
	steps: { run?: string; uses?: string; with?: Record<string, unknown> }[];
}
interface Workflow {
	on: unknown;
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
	expect(workflow.on).toEqual({ push: { tags: ["v*"] } });
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
	expect(commandsOf("build").filter((one) => /synth/.test(one))).toEqual(
		["dev", "prod"].map(
			(stage) => `npm run synth -- -c stage=${stage} --output cdk.out/${stage}`,
		),
	);
	expect(commandsOf("prod")).toEqual(commandsOf("dev"));
	expect(commandsOf("dev").join("\n")).not.toMatch(/synth|run deploy/);
	const deployed = commandsOf("dev").map((one) =>
		one.replaceAll(/\$\{\{ vars\.STAGE \}\}/g, "dev"),
	);
	expect(deployed.slice(-2)).toEqual([
		"npx cdk deploy --app cdk.out/dev --require-approval never",
		"npm run smoke -- --stack ProcurementPayments-dev",
	]);
});

it("docs/pipeline.yml: the artifact that is deployed is the one that was built, with its commit", () => {
	const artifacts = Object.values(workflow.jobs)
		.flatMap(({ steps }) => steps)
		.filter(({ uses = "" }) => /load-artifact/.test(uses))
		.map((step) => [step.with?.name, step.with?.path].join());
	expect(artifacts).toHaveLength(3);
	expect(new Set(artifacts).size).toBe(1);
	expect(workflow.env.COMMIT).toMatch(/^\$\{\{ github\.sha \}\}$/);
});

it("docs/pipeline.yml: signs in by OIDC, with no secret", () => {
	expect(workflow.permissions).toEqual({
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
