import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../docs/markdown.ts";
import { runStack } from "../tools/local/run-stack.ts";
import type { Part } from "./part.ts";
import { withPythonTools } from "./python-tools.ts";
import { runProgram } from "./run-program.ts";

const examplesPerOperation = "200";

/** Another seed: `SEED=7 npm run test:platforms -- openapi`. */
const seed = process.env.SEED ?? `${Date.now() % 1_000_000}`;

/**
 * The fuzzer makes valid and invalid requests of the document. No answer may be a 5xx or another one than the document
 * says.
 */
export const openapi: Part = {
	summary: `schemathesis with docs/openapi.json on npm start, seed ${seed}`,
	run: () =>
		withPythonTools(["schemathesis==4.32.5"], async (programs) => {
			await using stack = runStack("--memory", "--port", "0", "--quiet");
			const url = await stack.ready();
			// It keeps the cases that failed in its working directory.
			const cwd = await mkdtemp(join(tmpdir(), "schemathesis-"));
			try {
				const output = await runProgram(
					join(programs, "schemathesis"),
					[
						...[
							"--config-file",
							join(import.meta.dirname, "schemathesis.toml"),
						],
						...["run", join(projectRoot, "docs/openapi.json"), "--url", url],
						...["--header", "Authorization: Api-Key demo-admin-key"],
						...["--max-examples", examplesPerOperation, "--seed", seed],
						...["--continue-on-failure", "--workers", "2"],
					],
					{ cwd },
				);
				return { figures: toFigures(output) };
			} finally {
				await rm(cwd, { recursive: true });
			}
		}),
};

function toFigures(output: string): string {
	const [, operations] = /Tested: (\d+)/.exec(output) ?? [];
	const [, requests] = /(\d+) generated/.exec(output) ?? [];
	if (!operations || !requests)
		throw new Error("schemathesis did not say what it has tested");
	return `${requests} requests to ${operations} operations, seed ${seed}`;
}
