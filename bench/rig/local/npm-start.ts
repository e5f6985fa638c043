import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { megabytesOf } from "./megabytes.ts";

/** `npm start` in a process of its own. */
export interface LocalStackProcess extends AsyncDisposable {
	url: string;
	/** Returns the resident memory of all its threads. The engine is another process. */
	megabytes(): number;
}

/** Starts it on an engine that runs already, as `npm start -- --memory` with DYNAMODB_ENDPOINT does. */
export async function npmStart(engineUrl: string): Promise<LocalStackProcess> {
	const child = spawn(
		process.execPath,
		[
			// package.json has the same option.
			"--max-semi-space-size=4",
			join(import.meta.dirname, "../../../bin/local.ts"),
			...["--memory", "--port", "0"],
		],
		{
			env: { ...process.env, DYNAMODB_ENDPOINT: engineUrl },
			// Log lines are formatted and written, as for a reader, and discarded.
			stdio: ["ignore", "pipe", "ignore"],
		},
	);
	const ended = once(child, "exit");
	const lines = createInterface({ input: child.stdout });
	const [line] = await Promise.race([once(lines, "line"), ended]);
	const [, url] = /^READY (\S+)$/.exec(`${line}`) ?? [];
	if (!url) throw new Error(`The stack did not start: ${line}`);
	return {
		url,
		megabytes: () => megabytesOf(child.pid),
		async [Symbol.asyncDispose]() {
			child.kill("SIGTERM");
			await ended;
		},
	};
}
