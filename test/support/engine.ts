import type { TestProject } from "vitest/node";
import { startEngine } from "../../tools/local/engine.ts";
import { grantedActionsByFolder } from "../lib/granted-actions.ts";
import { startFakeSts } from "./fake-sts.ts";

declare module "vitest" {
	export interface ProvidedContext {
		/** The DynamoDB engine of this test run: empty at the start, shared by all its tests. */
		dynamodbUrl: string;
		/** What the roles of the template allow each function: `mark-as-paid dynamodb:GetItem`. */
		grantedActions: readonly string[];
	}
}

/**
 * Once a test run: compiles the validators, starts one engine, or uses the one that DYNAMODB_ENDPOINT names, and STS, and
 * reads the roles. TEST_ENGINE names an executable to start in place of the installed engine.
 */
export async function setup(project: TestProject) {
	await import("../../bin/build-validators.ts");
	const { TEST_ENGINE: executable } = process.env;
	const engine = await startEngine(executable ? { executable } : {});
	project.provide("dynamodbUrl", engine.url);
	project.provide("grantedActions", grantedActionsByFolder());
	const sts = await startFakeSts();
	// The workers inherit it. No test may ask AWS who its operator is.
	process.env.AWS_ENDPOINT_URL_STS = sts.url;
	return async () => {
		sts.stop();
		await engine.stop();
	};
}
