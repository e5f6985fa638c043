import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runStack } from "../../tools/local/run-stack.ts";
import type { Part } from "../part.ts";
import { withPythonTools } from "../python-tools.ts";
import { isProgram, runProgram } from "../run-program.ts";
import {
	type Answer,
	differences,
	exampleAnswers,
	ofLaterVersion,
} from "./answers.ts";
import {
	clients,
	type GeneratedClient,
	pythonPackages,
	type Tools,
} from "./clients.ts";
import { liveAnswers } from "./live-answers.ts";
import { type Relay, startRelay } from "./relay.ts";

const artifact = "org.openapitools:openapi-generator-cli:7.23.0";

/**
 * Makes clients of docs/openapi.json, compiles them, lets programs use them against `npm start`, and lets them parse every
 * answer. What a machine has no language for is left out.
 */
export const generators: Part = {
	summary:
		"openapi-generator, openapi-python-client and oapi-codegen make clients of docs/openapi.json, which are used on npm start",
	async run() {
		if (!isProgram("java", "-version"))
			return { leftOut: "there is no java on the PATH" };
		if (!isProgram("mvn", "--version"))
			return { leftOut: `there is no mvn on the PATH to download ${artifact}` };
		const folder = await mkdtemp(join(tmpdir(), "generators-"));
		try {
			const jar = await download(folder).catch(() => undefined);
			if (!jar) return { leftOut: `mvn cannot download ${artifact} here` };
			await using stack = runStack(
				...["--port", "0", "--quiet", "--data-dir", join(folder, "data")],
			);
			await using relay = await startRelay(await stack.ready());
			const answers = await writeAnswers(relay, folder);
			const use = (one: GeneratedClient, python = "") =>
				useClient(one, { jar, python }, { folder, relay, answers });
			const outcomes: string[] = [`${answers.length} answers`];
			for (const one of clients.filter((client) => !isPython(client)))
				outcomes.push(await use(one));
			const python = await withPythonTools(pythonPackages, async (programs) => {
				const used: string[] = [];
				for (const one of clients.filter(isPython))
					used.push(await use(one, programs));
				return { figures: used.join("; ") };
			});
			outcomes.push(
				"figures" in python
					? python.figures
					: `python left out: ${python.leftOut}`,
			);
			return { figures: outcomes.join("; ") };
		} finally {
			await rm(folder, { recursive: true });
		}
	},
};

const isPython = ({ needs }: GeneratedClient) => needs[0] === "python3";

async function download(folder: string): Promise<string> {
	await runProgram(
		"mvn",
		[
			...["--quiet", "--batch-mode", "-Dmdep.useBaseVersion=true"],
			"org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
			...[`-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`],
		],
		{ cwd: folder, isQuiet: true },
	);
	return join(folder, "openapi-generator-cli-7.23.0.jar");
}

const answersFile = "answers.json";

async function writeAnswers(relay: Relay, folder: string): Promise<Answer[]> {
	const reported = [...exampleAnswers(), ...(await liveAnswers(relay, folder))];
	const answers = [...reported, ...reported.map(ofLaterVersion)];
	await writeFile(join(folder, answersFile), JSON.stringify(answers));
	return answers;
}

interface Material {
	folder: string;
	relay: Relay;
	answers: readonly Answer[];
}

async function useClient(
	{ name, needs, make, flow, parse }: GeneratedClient,
	tools: Tools,
	{ folder, relay, answers }: Material,
): Promise<string> {
	const [program, ...args] = needs;
	if (!isProgram(program, ...args))
		return `${name} left out: there is no ${program} on the PATH`;
	const cwd = join(folder, name.replace(/\W+/g, "-"));
	await mkdir(cwd);
	await make(cwd, tools, [...new Set(answers.map(({ model }) => model))]);
	const run = ([command = "", ...words]: string[]) =>
		runProgram(command, words, {
			cwd,
			isQuiet: false,
			env: {
				API: relay.url,
				API_KEY: "demo-admin-key",
				ANSWERS: join(folder, answersFile),
				PYTHONPATH: cwd,
			},
		});
	if (flow) await run(flow(cwd, tools));
	if (parse) check(name, answers, await run(parse(cwd, tools)));
	return name;
}

/** @throws When the client has not kept what it was sent. */
function check(name: string, answers: readonly Answer[], output: string) {
	const lines = output.trim().split("\n");
	const lost = answers.flatMap(({ title, body }, index) =>
		differences(body, JSON.parse(lines[index] ?? "null")).map(
			(difference) => `${title} ${difference}`,
		),
	);
	if (lost.length === 0) return;
	throw new Error(
		`${name} has not kept ${lost.length} values: ${[...new Set(lost)].slice(0, 20).join(", ")}`,
	);
}
