import type { TestProject } from "vitest/node";
import { startEngine } from "../../local/engine.ts";

declare module "vitest" {
	export interface ProvidedContext {
		/** The DynamoDB engine of this test run: empty at the start, shared by all its tests. */
		dynamodbUrl: string;
	}
}

/** Once a test run: compiles the validators and starts one engine, or uses the one that DYNAMODB_ENDPOINT names. */
export async function setup(project: TestProject) {
	await import("../../bin/build-validators.ts");
	const engine = await startEngine();
	project.provide("dynamodbUrl", engine.url);
	return engine.stop;
}
