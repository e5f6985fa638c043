import {
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { onTestFinished, vi } from "vitest";
import { toContext } from "../../../../client/src/client-options.ts";
import { openJournalDisk } from "../../../../client/src/pay-file/journal/journal-file.ts";
import { payCommand } from "../../../../client/src/pay-file/pay.ts";
import type { Command } from "../../../../client/src/pay-file/task.ts";
import { workOff } from "../../../support/batches.ts";
import { testKey, type World } from "../../../support/world.ts";
import {
	type Fault,
	type PlainRequest,
	unreliableNetwork,
} from "../../support/unreliable-network.ts";
import {
	sendToWorld,
	toFetch,
	worldTiming,
} from "../../support/world-client.ts";
import { type Mortal, mortal, mortalDisk } from "./mortal.ts";

export interface RunOptions {
	faultOf?: (exchange: number, request: PlainRequest) => Fault | undefined;
	process?: Mortal;
	apiKey?: string;
	/** Called in each pause; throws to end the run. */
	onPause?: (milliseconds: number) => Promise<void>;
	/** Called before each write to the journal; throws to refuse it. */
	onAppend?: () => void;
	/** By how much the machine's clock is ahead; it may change while the run lasts. */
	hoursAhead?: () => number;
	/** False: the gateway does not send the time. */
	sendsDate?: boolean;
	/** Answers the question on a terminal. Default: there is none */
	confirm?: (question: string) => Promise<boolean>;
	/** Called with each state of the progress bar. */
	onProgress?: (state: { title: string; done: number; total: number }) => void;
}

export interface PayRun {
	/** Undefined: the process ended before. */
	exitCode: number | undefined;
	output: string;
	errors: string;
	/** Requests that were sent, in order. */
	sent: PlainRequest[];
	/** Requests to pay that reach the service after the process has ended. */
	deliverLate(): Promise<void>;
}

/** A file of payments, and the command that pays it in a world. */
export interface PaymentsFileInWorld {
	path: string;
	write(csv: string): void;
	run(args?: readonly string[], options?: RunOptions): Promise<PayRun>;
	/** Runs another command; nothing is added to its arguments but the URL. */
	runCommand(
		command: Command,
		args?: readonly string[],
		options?: RunOptions,
	): Promise<PayRun>;
	/** The rows of the result file. */
	results(suffix?: string): Record<string, string>[];
	journal(): string;
	writeJournal(text: string): void;
}

export function paymentsFileIn(world: World, csv = ""): PaymentsFileInWorld {
	const directory = mkdtempSync(join(tmpdir(), "pay-file-"));
	onTestFinished(() => rmSync(directory, { recursive: true }));
	const path = join(directory, "payments.csv");
	writeFileSync(path, csv);
	return {
		path,
		write: (text) => writeFileSync(path, text),
		run: (args = [], options = {}) =>
			run(
				world,
				payCommand,
				[path, "--url", "https://world", ...args],
				options,
			),
		runCommand: (command, args = [], options = {}) =>
			run(world, command, [...args, "--url", "https://world"], options),
		results: (suffix = "results") =>
			parse(readFileSync(path.replace(/csv$/, `${suffix}.csv`)), {
				columns: true,
				bom: true,
			}),
		journal: () =>
			existsSync(`${path}.journal`)
				? readFileSync(`${path}.journal`, "utf8")
				: "",
		writeJournal: (text) => writeFileSync(`${path}.journal`, text),
	};
}

let keys = 0;

async function run(
	world: World,
	command: Command,
	args: readonly string[],
	{
		faultOf = () => undefined,
		process = mortal(),
		apiKey = testKey,
		onPause = async () => {},
		onAppend = () => {},
		hoursAhead = () => 0,
		sendsDate = true,
		onProgress = () => {},
		confirm,
	}: RunOptions,
): Promise<PayRun> {
	const now = () => world.time.now.getTime() + hoursAhead() * 3_600_000;
	const clock = vi.spyOn(Date, "now").mockImplementation(now);
	const late: (() => Promise<unknown>)[] = [];
	const network = unreliableNetwork(async (request) => {
		const whole = async () => {
			const answer = await sendToWorld(world, request);
			if (!sendsDate) delete answer.headers.date;
			return answer;
		};
		if (request.method === "GET") {
			process.live();
			return whole();
		}
		return process.pass({ whole, half: () => late.push(whole) });
	}, faultOf);
	const timing = worldTiming(world, async () => {
		await workOff(world);
	});
	const output: string[] = [];
	const errors: string[] = [];
	let bar = { title: "", done: 0, total: 0 };
	const exitCode = await command(args, {
		connect: ({ url }) =>
			toContext({
				url,
				apiKey,
				fetch: toFetch(network),
				maxRetries: 5,
				timing: {
					...timing,
					async sleep(milliseconds) {
						process.live();
						if (milliseconds === 0) return;
						await timing.sleep(milliseconds);
						await onPause(milliseconds);
					},
				},
			}),
		openDisk(path) {
			const disk = mortalDisk(openJournalDisk(path), process);
			return {
				...disk,
				append(bytes) {
					onAppend();
					disk.append(bytes);
				},
			};
		},
		now,
		newKey: () => `key-${++keys}`,
		progress: {
			start(title, total) {
				bar = { title, done: 0, total };
			},
			update(done) {
				onProgress({ ...bar, done });
			},
			stop() {},
		},
		...(confirm && { confirm }),
		print: (text) => output.push(text),
		printError: (text) => errors.push(text),
	})
		.catch((error: unknown) => {
			if (process.isDead()) return undefined;
			throw error;
		})
		.finally(() => clock.mockRestore());
	return {
		exitCode: process.isDead() ? undefined : exitCode,
		output: output.join("\n"),
		errors: errors.join("\n"),
		sent: network.sent,
		async deliverLate() {
			for (const send of late.splice(0)) await send();
			await network.deliverAll();
		},
	};
}
