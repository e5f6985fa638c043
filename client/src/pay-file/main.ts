import { randomUUID } from "node:crypto";
import { sendOnceOver } from "../http/send-once.ts";
import { sendRepeatedlyBy } from "../http/send-repeatedly.ts";
import { systemTiming } from "../timing.ts";
import { openJournalDisk } from "./journal/journal-disk.ts";
import { readApiKey } from "./options/read-api-key.ts";
import type { PayOptions } from "./options/read-options.ts";
import { exitCodes } from "./output/exit-codes.ts";
import { createProgress } from "./output/progress.ts";
import { payCommand } from "./pay-command.ts";
import { InterruptedError } from "./run/run-context.ts";
import { serviceOver } from "./service/service-over.ts";

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
	const timing = systemTiming();
	return payCommand(args, {
		connect: ({ url, apiKeyFile }: PayOptions) => {
			const apiKey = readApiKey(apiKeyFile, process.env);
			const sendOnce = sendOnceOver({ url, apiKey, fetch, timeoutMs });
			return serviceOver(
				sendOnce,
				sendRepeatedlyBy(sendOnce, { timing, maxRetries }),
			);
		},
		openDisk: openJournalDisk,
		now: Date.now,
		pause: async (milliseconds) => {
			await timing.sleep(milliseconds, interruption);
			interruption.throwIfAborted();
		},
		newKey: () => `pay-file-${randomUUID()}`,
		progress: createProgress(process.stderr, Date.now),
		print: (text) => process.stdout.write(`${text}\n`),
		printError: (text) => process.stderr.write(`${text}\n`),
	});
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
