import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Engine } from "../../tools/local/engine.ts";
import { freePort } from "../../tools/local/free-port.ts";

/** Ends with this process, even after SIGKILL: then the pipe to it closes (`tools/local/engine.ts`). */
const boundJava =
	'exec 3<&0; (cat <&3 >/dev/null 2>&1; kill -KILL $$) >/dev/null 2>&1 & exec java "$@" 3<&- </dev/null';

/**
 * Starts AWS's DynamoDB Local in memory, from the folder that DYNAMODB_LOCAL names: the unpacked distribution, or all
 * its jars and libraries side by side.
 *
 * @throws When the variable is not set, or it does not start.
 */
export async function startDynamodbLocal(): Promise<Engine> {
	const folder = process.env.DYNAMODB_LOCAL;
	if (!folder)
		throw new Error(
			"DYNAMODB_LOCAL does not name the folder of DynamoDB Local: use npm run test:platforms",
		);
	const folders = [folder, join(folder, "DynamoDBLocal_lib")].map((one) =>
		resolve(one),
	);
	// It writes a file into its working directory.
	const cwd = mkdtempSync(join(tmpdir(), "dynamodb-local-"));
	const port = await freePort();
	const java = spawn(
		"sh",
		[
			...["-c", boundJava, "java"],
			// The quick compiler: the engine answers within the service's time limits from its first call on.
			"-XX:TieredStopAtLevel=1",
			`-Djava.library.path=${folders.join(delimiter)}`,
			"-cp",
			folders.map((one) => join(one, "*")).join(delimiter),
			"com.amazonaws.services.dynamodbv2.local.main.ServerRunner",
			// One database for all credentials and regions, as tables of one account.
			...["-inMemory", "-sharedDb", "-port", `${port}`],
		],
		{ cwd, stdio: ["pipe", "ignore", "inherit"] },
	);
	const exited = once(java, "exit");
	const url = `http://127.0.0.1:${port}`;
	const stop = async () => {
		java.kill();
		await exited;
		java.stdin.destroy();
		rmSync(cwd, { recursive: true });
	};
	if (await isAnswering(url, exited)) return { url, stop };
	await stop();
	throw new Error("DynamoDB Local did not start");
}

const isUp = (url: string) =>
	fetch(url).then(
		() => true,
		() => false,
	);

async function isAnswering(
	url: string,
	exited: Promise<unknown>,
): Promise<boolean> {
	let hasEnded = false;
	const ended = exited.then(() => {
		hasEnded = true;
	});
	while (!hasEnded) {
		if (await isUp(url)) return true;
		await Promise.race([setTimeout(100), ended]);
	}
	return false;
}
