import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { documents, projectRoot, readDocument } from "./markdown.ts";

interface Step {
	name?: string;
	run?: string;
	uses?: string;
	with?: Record<string, unknown>;
}
interface Job {
	if?: string;
	needs?: string | string[];
	environment?: string;
	concurrency?: string;
	permissions: Record<string, string>;
	steps: Step[];
}
interface Workflow {
	on: {
		push: unknown;
		workflow_dispatch: {
			inputs: Record<"run" | "assembly", { options?: string[] }>;
		};
	};
	permissions: Record<string, string>;
	defaults: unknown;
	env: Record<string, string>;
	jobs: Record<string, Job>;
}

// The package has no types.
const { load }: { load(text: string): unknown } = createRequire(
	import.meta.url,
)("js-yaml");
// Unchecked cast: the tests below fail for another shape.
const readWorkflow = (name: string) =>
	load(readDocument(`.github/workflows/${name}`)) as Workflow;

const workflow = readWorkflow("release.yml");
const { jobs } = workflow;
const jobNames = Object.keys(jobs);
const commandsOf = (job: string): string[] =>
	jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? [];

/** An expression of a workflow. */
const expression = (text: string) => `$\{{ ${text} }}`;

it("release.yml: a tag is built once, deployed to dev and tested, shown, and approved before prod", () => {
	expect(workflow.on.push).toEqual({ tags: ["v*"] });
	const chain = jobNames.map((name) => [
		name,
		jobs[name]?.needs,
		jobs[name]?.environment,
	]);
	expect(chain).toEqual([
		["build", undefined, undefined],
		["attest", "build", undefined],
		["find", undefined, undefined],
		["dev", ["build", "attest"], "dev"],
		["preview", "dev", "prod-preview"],
		["prod", "preview", "prod"],
		["rollback-preview", "find", "prod-preview"],
		["rollback", "rollback-preview", "prod"],
	]);
	expect(
		commandsOf("build").filter((one) => /^npm run synth/.test(one)),
	).toEqual(
		["dev", "prod"].map(
			(stage) => `npm run synth -- -c stage=${stage} --output cdk.out/${stage}`,
		),
	);
	expect(jobs.prod?.steps).toEqual(jobs.dev?.steps);
	expect(commandsOf("dev").join("\n")).not.toMatch(/synth|run deploy/);
	expect(commandsOf("dev").filter((one) => /deploy|smoke/.test(one))).toEqual([
		'npx cdk deploy --app "cdk.out/$ASSEMBLY" --require-approval never',
		'node bin/smoke.ts --stack "ProcurementPayments-$STAGE"',
	]);
	expect(commandsOf("preview").at(-1)).toMatch(
		/^npx cdk diff --app "cdk\.out\/\$ASSEMBLY" --method=template /,
	);
});

it("release.yml: without the variable AWS_REGION, no job runs", () => {
	const first = jobNames.filter((name) => jobs[name]?.needs === undefined);
	expect(first.map((name) => jobs[name]?.if)).toEqual([
		"github.event_name == 'push' && vars.AWS_REGION != ''",
		"github.event_name == 'workflow_dispatch' && vars.AWS_REGION != ''",
	]);
});

it("release.yml: a rollback is shown and approved, waits for no other stage, and deploys what the named run built", () => {
	expect(jobs.rollback?.steps).toEqual(jobs.prod?.steps);
	expect(jobs["rollback-preview"]?.steps).toEqual(jobs.preview?.steps);
	expect(workflow.env.RUN).toBe(expression("inputs.run || github.run_id"));
	const downloads = ["dev", "preview", "prod", "rollback"].flatMap(
		(name) =>
			jobs[name]?.steps.filter(({ uses = "" }) => /download/.test(uses)) ?? [],
	);
	expect(downloads.map((step) => step.with?.["run-id"])).toEqual(
		Array.from({ length: 4 }, () => expression("env.RUN")),
	);
	// One release that waits for its approval keeps no other stage waiting.
	expect(jobs.dev?.concurrency).toBe("dev");
	expect(jobs.prod?.concurrency).toBe("prod");
	expect(jobs.rollback?.concurrency).toBe("prod");
	expect(workflow).not.toHaveProperty("concurrency");
});

/** A run of the release of a tag, as the API of GitHub describes it. */
const released = {
	path: ".github/workflows/release.yml",
	event: "push",
	head_branch: "v2.0.0",
	head_sha: "c0ffee",
	conclusion: "success",
	head_repository: { full_name: "acme/procurement-payments" },
};

it.each([
	["the release of the tag", {}, {}, 0],
	["with the ref in its path", { path: `${released.path}@v2.0.0` }, {}, 0],
	["another workflow", { path: ".github/workflows/evil.yml" }, {}, 1],
	["no push of a tag", { event: "pull_request" }, {}, 1],
	["another tag", { head_branch: "v1.9.0" }, {}, 1],
	["another commit under the tag's name", { head_sha: "bad" }, {}, 1],
	["a failed run", { conclusion: "failure" }, {}, 1],
	["a fork", { head_repository: { full_name: "evil/fork" } }, {}, 1],
	["a branch", {}, { GITHUB_REF: "refs/heads/v2.0.0" }, 1],
	["no run", {}, { RUN: "" }, 1],
	["text in place of a run", {}, { RUN: "1/../2" }, 1],
])(
	"release.yml: a rollback to %s: the job before it ends with the right code",
	(_, changed, env, expected) => {
		const folder = mkdtempSync(join(tmpdir(), "find-run-"));
		// `--jq` of GitHub's command line, in JavaScript.
		const toLine = `const run = ${JSON.stringify({ ...released, ...changed })};
console.log([run.path.split("@")[0], run.event, run.head_branch, run.head_sha, run.conclusion, run.head_repository.full_name].join(" "));`;
		writeFileSync(join(folder, "line.cjs"), toLine);
		const [script = ""] = commandsOf("find");
		expect(script).toContain(
			`--jq '[(.path | split("@")[0]), .event, .head_branch, .head_sha, .conclusion, .head_repository.full_name] | join(" ")'`,
		);
		const { status } = spawnSync("bash", ["-eo", "pipefail"], {
			input: `gh() { node "$LINE"; }\n${script}`,
			env: {
				PATH: process.env.PATH,
				LINE: join(folder, "line.cjs"),
				GITHUB_REF: "refs/tags/v2.0.0",
				GITHUB_REF_NAME: "v2.0.0",
				GITHUB_SHA: "c0ffee",
				GITHUB_REPOSITORY: "acme/procurement-payments",
				RUN: "17",
				...env,
			},
		});
		rmSync(folder, { recursive: true });
		expect(status).toBe(expected);
	},
);

it("release.yml: nothing is shown or deployed before its provenance is verified", () => {
	for (const name of jobNames.filter((name) => jobs[name]?.environment)) {
		const steps = jobs[name]?.steps ?? [];
		const indexOf = (pattern: RegExp) =>
			steps.findIndex(({ run = "", uses = "" }) => pattern.test(run + uses));
		const verified = indexOf(/^gh attestation verify cdk\.out\.tgz /);
		expect(verified).toBeGreaterThan(indexOf(/download-artifact/));
		expect(verified).toBeLessThan(indexOf(/^tar -xzf/));
		expect(verified).toBeLessThan(indexOf(/configure-aws-credentials/));
		expect(steps[verified]?.run).toContain(
			'--source-ref "$GITHUB_REF" --source-digest "$GITHUB_SHA"',
		);
	}
});

it.each([
	['{ "context": { "canary:prod": true } }', ["prod-at-once"]],
	['{ "context": {} }', []],
])("release.yml: of %s it builds %j too", (cdkJson, expected) => {
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

it("release.yml: each job has only the permissions that it needs, only the job that runs none of our code may attest, and no job has a secret", () => {
	expect(workflow.permissions).toEqual({});
	const deploying = {
		actions: "read",
		attestations: "read",
		contents: "read",
		"id-token": "write",
	};
	const permissions = jobNames.map((name) => [name, jobs[name]?.permissions]);
	expect(Object.fromEntries(permissions)).toEqual({
		build: { contents: "read" },
		attest: { attestations: "write", "id-token": "write" },
		find: { actions: "read" },
		dev: deploying,
		preview: deploying,
		prod: deploying,
		"rollback-preview": deploying,
		rollback: deploying,
	});
	expect(commandsOf("attest")).toEqual([]);
	expect(workflow.env.COMMIT).toBe(expression("github.sha"));
	expect(readDocument(".github/workflows/release.yml")).not.toContain(
		"secrets.",
	);
});

it("ci.yml runs .ci/run for every push, and asks npm for advisories and signatures, as a release does", () => {
	const ci = readWorkflow("ci.yml");
	expect(ci.permissions).toEqual({});
	const commands = Object.values(ci.jobs).flatMap(({ steps }) =>
		steps.flatMap(({ run }) => run ?? []),
	);
	const checks = [
		"npm audit --omit=dev --audit-level=high",
		"npm audit signatures",
	];
	expect(commands).toEqual(expect.arrayContaining([".ci/run", ...checks]));
	expect(commandsOf("build")).toEqual(
		expect.arrayContaining([
			...checks,
			"npm sbom --omit=dev --sbom-format=cyclonedx > sbom.cdx.json",
		]),
	);
});

it.each(["ci.yml", "release.yml"])(
	"%s: actions are pinned to commits",
	(name) => {
		const used = [
			...readDocument(`.github/workflows/${name}`).matchAll(/uses: (.+)/g),
		];
		expect(used.length).toBeGreaterThan(0);
		for (const [, action] of used)
			expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	},
);

it.each([
	".github/workflows/ci.yml",
	".github/workflows/release.yml",
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
