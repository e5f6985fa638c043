import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";

const projectRoot = join(import.meta.dirname, "../../..");

/** Runs `npm start -- <args>` as a child process. */
export interface StackProcess extends AsyncDisposable {
	process: ChildProcessByStdio<null, Readable, Readable>;
	/** All that it has written so far. */
	stdout(): string;
	stderr(): string;
	/** Waits for the READY line and gives its URL. */
	ready(): Promise<string>;
	/** Sends a signal, if one is named, and waits for the end: exit code, or null when a signal ended it. */
	end(signal?: NodeJS.Signals): Promise<number | null>;
}

export const runStack = (...args: string[]): StackProcess =>
	runScript("bin/local.ts", args);

/** A script that takes the same flags, and says READY like it. */
export function runScript(
	script: string,
	args: string[],
	env: Record<string, string> = {},
): StackProcess {
	const child = spawn(process.execPath, [join(projectRoot, script), ...args], {
		stdio: ["ignore", "pipe", "pipe"],
		env: { ...process.env, ...env },
	});
	const exited = once(child, "exit");
	const stdout = collect(child.stdout);
	const stderr = collect(child.stderr);

	const end: StackProcess["end"] = async (signal) => {
		if (signal) child.kill(signal);
		await exited;
		return child.exitCode;
	};
	return {
		process: child,
		stdout,
		stderr,
		async ready() {
			while (!stdout().includes("\n") && child.exitCode === null)
				await Promise.race([once(child.stdout, "data"), exited]);
			const [, url] = /^READY (\S+)\n$/.exec(stdout()) ?? [];
			if (!url) throw new Error(`Not ready: ${stdout()}${stderr()}`);
			return url;
		},
		end,
		async [Symbol.asyncDispose]() {
			await end("SIGKILL");
		},
	};
}

function collect(stream: Readable): () => string {
	let text = "";
	stream.setEncoding("utf8").on("data", (chunk: string) => {
		text += chunk;
	});
	return () => text;
}
