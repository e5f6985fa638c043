import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ProcurementPaymentsClient } from "../../../../client/src/index.ts";
import { openInvoicesCommand } from "../../../../client/src/pay/open-invoices.ts";
import { payCommand } from "../../../../client/src/pay/pay.ts";
import { reverseCommand } from "../../../../client/src/pay/reverse.ts";
import { openFile } from "../../../../client/src/payment-file/open-file.ts";
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

const commands = {
	pay: payCommand,
	reverse: reverseCommand,
	"open-invoices": openInvoicesCommand,
};

interface RunOptions {
	apiKey?: string;
	/** What the user types, one answer for each question. Default: nobody can be asked */
	answers?: readonly (string | (() => Promise<string>))[];
	faultOf?: (exchange: number, request: PlainRequest) => Fault | undefined;
	/** The process is killed at this exchange: before its request is sent, or when it has been answered. */
	killedAt?: { exchange: number; isAnswered: boolean };
}

export interface CommandRun {
	/** Undefined: the process was killed. */
	exitCode: number | undefined;
	/** What was printed, questions included. */
	output: string;
	errors: string;
	sent: readonly PlainRequest[];
}

/** A folder with files, and the commands that are typed there. */
export interface Desk {
	path(name: string): string;
	write(name: string, content: string | Uint8Array): void;
	/** @param command Behind the program's name; the address is added to it. */
	run(command: readonly string[], options?: RunOptions): Promise<CommandRun>;
	/** The cells of a file. */
	cells(name: string): Promise<string[][]>;
}

/** The name of a file is its place on the desk. */
const fileName = /^[\w-]+(?:\.[\w-]+)*\.(?:csv|xlsx)$/;

export function deskIn(world: World): Desk {
	const folder = mkdtempSync(join(tmpdir(), "pay-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const path = (name: string) => join(folder, name);
	return {
		path,
		write: (name, content) => writeFileSync(path(name), content),
		async run([name = "", ...args], options = {}) {
			const own = args.map((one) => (fileName.test(one) ? path(one) : one));
			return runIn(world, name, [...own, "--url", "http://127.0.0.1"], options);
		},
		async cells(name) {
			const { sheets } = await openFile(readFileSync(path(name)));
			const sheet = await sheets[0]?.read();
			return (sheet?.rows ?? []).map((row) =>
				row.cells.map(({ text }) => text),
			);
		},
	};
}

async function runIn(
	world: World,
	name: string,
	args: readonly string[],
	{
		apiKey = testKey,
		answers,
		faultOf = () => undefined,
		killedAt,
	}: RunOptions,
): Promise<CommandRun> {
	const command = Object.entries(commands).find(([one]) => one === name)?.[1];
	if (!command) throw new Error(`No command ${name}`);
	const network = unreliableNetwork(
		(request) => sendToWorld(world, request),
		faultOf,
	);
	const killed = Promise.withResolvers<undefined>();
	const timing = worldTiming(world, () => workOff(world).then(() => {}));
	const output: string[] = [];
	const errors: string[] = [];
	const left = [...(answers ?? [])];
	let exchanges = 0;
	const send = toFetch(network);
	const exitCode = await Promise.race([
		killed.promise,
		command(args, {
			connect: ({ url }) =>
				new ProcurementPaymentsClient({
					...{ url, apiKey, timing, maxRetries: 5 },
					async fetch(input, init) {
						const isLast = ++exchanges === killedAt?.exchange;
						if (isLast && !killedAt.isAnswered) killed.resolve(undefined);
						else {
							const answer = await send(input, init);
							if (!isLast) return answer;
							killed.resolve(undefined);
						}
						return new Promise(() => {});
					},
				}),
			sleep: (milliseconds) => timing.sleep(milliseconds),
			terminal: {
				print: (text) => output.push(text),
				printError: (text) => errors.push(text),
				...(answers && {
					ask: async (question) => {
						output.push(question);
						const answer = left.shift();
						if (answer === undefined)
							throw new Error(`No answer to: ${question}`);
						return typeof answer === "string" ? answer : answer();
					},
				}),
				progress: { start() {}, update() {}, stop() {} },
			},
		}),
	]);
	return {
		exitCode,
		output: output.join("\n"),
		errors: errors.join("\n"),
		sent: network.sent,
	};
}
