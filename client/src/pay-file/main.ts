import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { ClientContext } from "../client-context.ts";
import { toContext } from "../client-options.ts";
import { NoAnswerError } from "../http/errors.ts";
import { systemTiming } from "../timing.ts";
import type { Command } from "./commands.ts";
import {
	announcingOutages,
	describeSystemError,
	InputError,
} from "./errors.ts";
import { openJournalDisk } from "./journal/journal-file.ts";
import type { ServiceOptions } from "./options/read-options.ts";
import { createProgress } from "./output/progress.ts";
import { InterruptedError } from "./run/run-context.ts";
import { exitCodes } from "./task.ts";

/** Longer than the service may take for any request. */
const timeoutMs = 40_000;
/** A read is repeated for about a minute. */
const maxRetries = 10;
/** Also if each of its requests takes long. */
const readForMs = 60_000;

/** Runs a command in this process. @returns The exit code. */
export function runCommand(
	command: Command,
	args: readonly string[],
): Promise<number> {
	const interruption = stopOnSignals();
	// A reader that has gone does not end the run: journal and result file have all that it says.
	for (const output of [process.stdout, process.stderr])
		output.on("error", () => {});
	return command(args, {
		connect: (options) => connect(options, interruption),
		openDisk: openJournalDisk,
		now: Date.now,
		newKey: () => `pay-file-${randomUUID()}`,
		progress: createProgress(process.stderr, () => performance.now()),
		...(process.stdin.isTTY &&
			process.stderr.isTTY && {
				confirm: (question) => confirm(question, interruption),
			}),
		print: (text) => process.stdout.write(`${text}\n`),
		printError: (text) => process.stderr.write(`${text}\n`),
	});
}

/** Only "yes" or "y" is a yes; the end of the input is none. */
async function confirm(
	question: string,
	interruption: AbortSignal,
): Promise<boolean> {
	const terminal = createInterface({
		input: process.stdin,
		output: process.stderr,
	});
	try {
		return await new Promise((resolve, reject) => {
			terminal.question(question, (answer) =>
				resolve(/^\s*y(?:es)?\s*$/i.test(answer)),
			);
			terminal.on("close", () => resolve(false));
			// A terminal in this mode does not make a signal of Ctrl-C.
			terminal.on("SIGINT", () => process.emit("SIGINT"));
			interruption.addEventListener("abort", () => reject(interruption.reason));
		});
	} finally {
		terminal.close();
	}
}

/** The user's signal ends pauses only: the answer to a request that was sent is worth waiting for. */
function connect(
	{ url, apiKeyFile }: ServiceOptions,
	interruption: AbortSignal,
): ClientContext {
	const apiKey = readApiKey(apiKeyFile, process.env);
	const system = systemTiming();
	const timing = {
		...system,
		async sleep(milliseconds: number, signal?: AbortSignal) {
			const end = signal
				? AbortSignal.any([interruption, signal])
				: interruption;
			await system.sleep(milliseconds, end);
			interruption.throwIfAborted();
		},
	};
	const say = (text: string) => process.stderr.write(`${text}\n`);
	const fetch = announcingStop(
		announcingOutages(globalThis.fetch, url, say),
		interruption,
		say,
	);
	return limitingReads(
		toContext({ url, apiKey, timeoutMs, maxRetries, timing, fetch }),
	);
}

/** Ends a read whose tries take too long together: the service takes connections and is silent. */
export const limitingReads = (context: ClientContext): ClientContext => ({
	...context,
	async sendRepeatedly(request, signal) {
		if (request.method !== "GET")
			return context.sendRepeatedly(request, signal);
		const limit = new AbortController();
		const timer = setTimeout(
			() =>
				limit.abort(
					new NoAnswerError(`${request.path} was not answered in time`, {
						mayHaveArrived: true,
						isRetryable: true,
					}),
				),
			readForMs,
		);
		const signals = [limit.signal, ...(signal ? [signal] : [])];
		try {
			return await context.sendRepeatedly(request, AbortSignal.any(signals));
		} finally {
			clearTimeout(timer);
		}
	},
});

/** Says at once that the run stops, when it has to wait for an answer first. */
export function announcingStop(
	fetch: typeof globalThis.fetch,
	interruption: AbortSignal,
	say: (text: string) => void,
): typeof globalThis.fetch {
	let underWay = 0;
	interruption.addEventListener("abort", () => {
		if (underWay > 0)
			say(
				"Stopping as soon as the request under way is answered; press Ctrl-C once more to stop at once. Nothing is paid twice",
			);
	});
	return async (input, init) => {
		underWay++;
		try {
			return await fetch(input, init);
		} finally {
			underWay--;
		}
	};
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

const variable = "PROCUREMENT_PAYMENTS_API_KEY";

/** @throws InputError when there is none. */
export function readApiKey(
	file: string | undefined,
	environment: Readonly<Record<string, string | undefined>>,
): string {
	const key = (file === undefined ? environment[variable] : read(file))?.trim();
	if (!key)
		throw new InputError(
			file === undefined
				? `The API key is missing: set ${variable}, or name a file with --api-key-file`
				: `--api-key-file ${file}: the file is empty`,
		);
	if (/[^\x21-\x7e]/.test(key))
		throw new InputError(
			`The API key in ${file ?? variable} has a space or another character that no key has: copy the key again, and nothing else`,
		);
	return key;
}

function read(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		throw new InputError(
			`--api-key-file ${file}: the file cannot be read: ${describeSystemError(error)}`,
		);
	}
}
