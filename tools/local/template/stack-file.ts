import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The synthesized CloudFormation template of a stack. */
export interface StackFile {
	stackName: string;
	resources: Record<string, Resource>;
}

export interface Resource {
	Type: string;
	Properties?: Record<string, unknown>;
	Metadata?: { "aws:asset:path"?: string };
}

/** @throws When the cloud assembly (`cdk.out`) does not have exactly one stack. */
export function readStackFile(assemblyPath: string): StackFile {
	const { artifacts } = readJson<{ artifacts: Record<string, Artifact> }>(
		join(assemblyPath, "manifest.json"),
	);
	const stacks = Object.entries(artifacts).filter(
		([, { type }]) => type === "aws:cloudformation:stack",
	);
	const [[id, { properties }] = ["", {}], ...others] = stacks;
	if (!properties?.templateFile || others.length > 0)
		throw new Error(
			`The local stack runs one stack; the app has ${stacks.length}`,
		);
	const { Resources } = readJson<{ Resources: StackFile["resources"] }>(
		join(assemblyPath, properties.templateFile),
	);
	return { stackName: properties.stackName ?? id, resources: Resources };
}

interface Artifact {
	type?: string;
	properties?: { templateFile?: string; stackName?: string };
}

/** Unchecked cast: the CDK or CloudFormation defines the shape that the caller names. */
const readJson = <Shape>(path: string): Shape =>
	JSON.parse(readFileSync(path, "utf8"));
