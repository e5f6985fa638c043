import { runStack } from "../tools/local/run-stack.ts";
import { failedSamples, runSamples } from "../tools/reference/run-samples.ts";
import type { Part } from "./part.ts";
import { isProgram } from "./run-program.ts";

/** Node's and curl's run in `test/tools/reference/code-samples.guides.test.ts`. */
export const pythonSamples: Part = {
	summary: "the Python samples of the reference page on npm start",
	async run() {
		if (!isProgram("python3", "--version"))
			return { leftOut: "there is no python3 on the PATH" };
		await using stack = runStack("--memory", "--port", "0", "--quiet");
		const printed = await runSamples(await stack.ready(), "Python");
		const [failed] = failedSamples(printed);
		if (failed) throw new Error(failed.join(": "));
		return { figures: `${printed.size} samples` };
	},
};
