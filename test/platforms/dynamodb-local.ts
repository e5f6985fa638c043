import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Part } from "./part.ts";
import { isProgram, runProgram } from "./run-program.ts";

const copyDependencies =
	"org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

/**
 * The engine is the unpacked distribution in the folder that DYNAMODB_LOCAL names, else the package of Maven, from the
 * repository of its settings.
 */
export const dynamodbLocal: Part = {
	summary: "the service on AWS's DynamoDB Local (Java)",
	async run() {
		if (!isProgram("java", "-version"))
			return { leftOut: "there is no java on the PATH" };
		const given = process.env.DYNAMODB_LOCAL;
		if (given) return runProject(given);
		if (!isProgram("mvn", "--version"))
			return {
				leftOut:
					"DYNAMODB_LOCAL does not name the folder of DynamoDBLocal.jar, and there is no mvn on the PATH to download it",
			};
		const folder = await mkdtemp(join(tmpdir(), "dynamodb-local-"));
		try {
			const isDownloaded = await download(folder).then(
				() => true,
				() => false,
			);
			if (!isDownloaded)
				return { leftOut: "mvn cannot download DynamoDB Local here" };
			return await runProject(folder);
		} finally {
			await rm(folder, { recursive: true });
		}
	},
};

const download = (folder: string) =>
	runProgram(
		"mvn",
		[
			...["--quiet", "--batch-mode"],
			...["--file", join(import.meta.dirname, "dynamodb-local.pom.xml")],
			copyDependencies,
			...["-DincludeScope=runtime", `-DoutputDirectory=${folder}`],
		],
		{ isQuiet: true },
	);

/** Runs vitest's project `platforms`, whose engine is the one of this folder. */
async function runProject(folder: string) {
	const output = await runProgram(
		"npx",
		["vitest", "run", "--project", "platforms", "--reporter", "dot"],
		{ env: { DYNAMODB_LOCAL: folder } },
	);
	const [, tests = "no tests"] = /^ *Tests +(.*)$/m.exec(output) ?? [];
	return { figures: tests };
}
