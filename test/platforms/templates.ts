import { globSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../docs/markdown.ts";
import type { Part } from "./part.ts";
import { withPythonTools } from "./python-tools.ts";
import { runProgram } from "./run-program.ts";

/** Exceptions are in `.cfnlintrc` and `.checkov.yaml`, each with its reason. */
export const templates: Part = {
	summary:
		"cfn-lint and checkov on the templates of a stage that is deleted with its data and of one that is not",
	run: () =>
		withPythonTools(
			["cfn-lint==1.58.0", "checkov==3.3.30"],
			async (programs) => {
				for (const stage of ["dev", "prod"])
					await runProgram("npm", [
						...["run", "--silent", "synth", "--"],
						...["-c", `stage=${stage}`, "--output", `cdk.out/${stage}`],
					]);
				const found = globSync("cdk.out/{dev,prod}/*.template.json", {
					cwd: projectRoot,
				}).sort();
				for (const template of found) {
					await runProgram(join(programs, "cfn-lint"), [template]);
					await runProgram(join(programs, "checkov"), ["--file", template]);
				}
				if (found.length !== 2)
					throw new Error(`Found the templates ${found.join(", ")}`);
				return { figures: `${found.join(", ")} without findings` };
			},
		),
};
