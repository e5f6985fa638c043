import { execFileSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import {
	CloudFormationClient,
	DescribeStacksCommand,
} from "@aws-sdk/client-cloudformation";
import { SQSClient } from "@aws-sdk/client-sqs";
import { projectRoot } from "../../docs/markdown.ts";
import { runProgram } from "../run-program.ts";

const isQuiet = true;

/** For the files of this run of the part. */
export const folder = () => {
	const { EMULATOR_FOLDER } = process.env;
	if (EMULATOR_FOLDER) return EMULATOR_FOLDER;
	throw new Error(
		"EMULATOR_FOLDER is not set: use npm run test:platforms -- emulator",
	);
};

export interface Release {
	/** The folder with template and bundles, for `cdk deploy --app`. */
	app: string;
}

/**
 * Synthesizes a release of a stage, as a pipeline does.
 *
 * @param commit Part of its version.
 * @param settings Of the stage, without its name.
 * @param source The folder of its source: by default, the project's.
 */
export async function synthesize(
	stage: string,
	{
		commit,
		settings = {},
		source = projectRoot,
	}: { commit: string; settings?: Record<string, unknown>; source?: string },
): Promise<Release> {
	const app = join(folder(), `${stage}-${commit}`);
	const context = Object.entries(settings).map(([name, value]) => [
		`${name}:${stage}`,
		value,
	]);
	await runProgram(process.execPath, ["bin/app.ts"], {
		cwd: source,
		isQuiet,
		env: {
			COMMIT: commit,
			CDK_OUTDIR: app,
			CDK_CONTEXT_JSON: JSON.stringify({
				stage,
				...Object.fromEntries(context),
			}),
		},
	});
	return { app };
}

/** A copy of the project's source, which a test changes. */
export function copySource(): string {
	const copy = join(folder(), "source");
	const files = execFileSync(
		"git",
		["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
		{ cwd: projectRoot, encoding: "utf8" },
	).split("\0");
	for (const file of files)
		if (
			/^(bin|client|console|functions|lib|shared|tools|[^/]*\.json$)/.test(file)
		)
			cpSync(join(projectRoot, file), join(copy, file), { recursive: true });
	symlinkSync(join(projectRoot, "node_modules"), join(copy, "node_modules"));
	return copy;
}

export const deploy = ({ app }: Release) =>
	runProgram(
		"npx",
		["cdk", "deploy", "--app", app, "--require-approval", "never"],
		{ isQuiet },
	);

export const destroy = ({ app }: Release) =>
	runProgram("npx", ["cdk", "destroy", "--app", app, "--force"], { isQuiet });

export const describeStack = async (stack: string) => {
	const found = await new CloudFormationClient({}).send(
		new DescribeStacksCommand({ StackName: stack }),
	);
	const { Outputs = [] } = found.Stacks?.[0] ?? {};
	const outputs: Record<string, string> = {};
	for (const { OutputKey = "", OutputValue = "" } of Outputs)
		outputs[OutputKey] = OutputValue;
	return { outputs };
};

/** Runs a program of the project with the permissions of `docs/operator-policy.json` only. */
export const asOperator = (program: "org" | "smoke", ...args: string[]) =>
	runProgram(process.execPath, [`bin/${program}.ts`, ...args], {
		isQuiet,
		env: { AWS_PROFILE: "operator" },
	});

/** The addresses of the emulator's queues begin with the front of the test (`start-emulator.ts`). */
export const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
