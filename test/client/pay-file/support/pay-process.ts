import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { testKey } from "../../../support/world.ts";

export const payCommandPath = join(
	import.meta.dirname,
	"../../../../client/src/pay-file/bin.ts",
);

export interface EndedProcess {
	/** Null: a signal ended it. */
	exitCode: number | null;
	output: string;
}

export interface RunningProcess {
	ended: Promise<EndedProcess>;
	/** What it has written so far. */
	output(): string;
	kill(signal: NodeJS.Signals): void;
}

/** Runs `procurement-payments-client pay` as a process of its own. */
export function runPay(args: readonly string[]): RunningProcess {
	const child = spawn(process.execPath, [payCommandPath, "pay", ...args], {
		stdio: ["ignore", "pipe", "pipe"],
		env: { ...process.env, PROCUREMENT_PAYMENTS_API_KEY: testKey },
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
	const ended = once(child, "close").then(() => ({
		exitCode: child.exitCode,
		output,
	}));
	return { ended, output: () => output, kill: (signal) => child.kill(signal) };
}
