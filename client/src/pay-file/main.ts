import { randomUUID } from "node:crypto";
import type { ClientContext } from "../client-context.ts";
import { toContext } from "../client-options.ts";
import { systemTiming } from "../timing.ts";
import { openJournalDisk } from "./journal/journal-disk.ts";
import { readApiKey } from "./options/read-api-key.ts";
import type { PayOptions } from "./options/read-options.ts";
import { exitCodes } from "./output/exit-codes.ts";
import { createProgress } from "./output/progress.ts";
import { payCommand } from "./pay-command.ts";
import { InterruptedError } from "./run/run-context.ts";

/** Longer than the service may take for any request. */
const timeoutMs = 40_000;
/** A read is repeated for about a minute. */
const maxRetries = 10;

/** The process's own `pay`. @returns The exit code. */
export function runPayCommand(args: readonly string[]): Promise<number> {
	const interruption = stopOnSignals();
	// A reader that has gone does not end the run: journal and result file have all that it says.
	for (const output of [process.stdout, process.stderr])
		output.on("error", () => {});
	return payCommand(args, {
		connect: (options) => connect(options, interruption),
		openDisk: openJournalDisk,
		now: Date.now,
		newKey: () => `pay-file-${randomUUID()}`,
		progress: createProgress(process.stderr, () => performance.now()),
		print: (text) => process.stdout.write(`${text}\n`),
		printError: (text) => process.stderr.write(`${text}\n`),
	});
}

/** The user's signal ends pauses only: the answer to a request that was sent is worth waiting for. */
function connect(
	{ url, apiKeyFile }: PayOptions,
	interruption: AbortSignal,
): ClientContext {
	const apiKey = readApiKey(apiKeyFile, process.env);
	const system = systemTiming();
	const timing = {
		...system,
		async sleep(milliseconds: number) {
			await system.sleep(milliseconds, interruption);
			interruption.throwIfAborted();
		},
	};
	return toContext({ url, apiKey, timeoutMs, maxRetries, timing });
}

/** The first signal stops the run at its next pause; the second ends the process. The journal is complete in both cases. */
function stopOnSignals(): AbortSignal {
	const controller = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
		process.on(signal, () => {
			if (controller.signal.aborted) process.exit(exitCodes.interrupted);
			controller.abort(
				new InterruptedError(
					"Interrupted. Run the same command again to continue",
				),
			);
		});
	return controller.signal;
}
