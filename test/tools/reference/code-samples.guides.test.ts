import { expect, it } from "vitest";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import { isProgram } from "../../platforms/run-program.ts";
import { runStack } from "../local/run-stack.ts";
import { failedSamples, runSamples } from "./run-samples.ts";

// Python's run in `npm run test:platforms -- python-samples`.
const labels = isProgram("curl", "--version")
	? (["Node", "curl"] as const)
	: (["Node"] as const);

it.each(labels)(
	"reference page: the sample of every operation succeeds, run as the page shows it: %s",
	async (label) => {
		await using stack = runStack("--memory", "--port", "0", "--quiet");
		const printed = await runSamples(await stack.ready(), label);
		const ids = exhibits.map(({ id }) => id);
		expect([...printed.keys()].sort()).toEqual(ids.sort());
		expect(failedSamples(printed)).toEqual([]);
	},
);
