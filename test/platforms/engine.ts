import type { TestProject } from "vitest/node";
import { startDynamodbLocal } from "./start-dynamodb-local.ts";
import { warmUp } from "./warm-up.ts";

/** Once a run of the project `platforms`: its tests use AWS's DynamoDB Local in the place of the engine that all share. */
export async function setup(project: TestProject) {
	const engine = await startDynamodbLocal();
	await warmUp(engine.url);
	project.provide("dynamodbUrl", engine.url);
	return engine.stop;
}
