import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Message } from "@aws-sdk/client-sqs";
import { afterEach, describe, expect, it } from "vitest";
import {
	type QueueEngine,
	startQueueEngine,
} from "../../../tools/local/queue-engine.ts";
import { openQueue } from "./open-queue.ts";

const folders: string[] = [];
const engines: QueueEngine[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
	for (const child of children.splice(0)) child.kill("SIGKILL");
	for (const engine of engines.splice(0)) await engine.stop();
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newDirectory(): string {
	const folder = mkdtempSync(join(tmpdir(), "queues-"));
	folders.push(folder);
	return folder;
}

async function start(directory?: string): Promise<QueueEngine> {
	const engine = await startQueueEngine({ ...(directory && { directory }) });
	engines.push(engine);
	return engine;
}

const bodies = (messages: Message[]) => messages.map(({ Body }) => Body).sort();
const receiveCounts = (messages: Message[]) =>
	messages.map(({ Attributes }) => Attributes?.ApproximateReceiveCount);

/** In seconds; a message that comes meanwhile ends the wait. */
const waitMax = 20;

describe("the queue engine", () => {
	it("hands a message out again when its visibility timeout is over, and to the dead-letter queue in the end", async () => {
		const { url } = await start();
		const work = await openQueue(url, { visibilitySeconds: 2 });
		const dead = await openQueue(url, { visibilitySeconds: 2, name: "dead" });
		await work.send("poison");
		const receivedAt = Date.now();
		expect(receiveCounts(await work.receive())).toEqual(["1"]);
		expect(receiveCounts(await work.receive(waitMax))).toEqual(["2"]);
		expect(Date.now() - receivedAt).toBeGreaterThanOrEqual(2_000);
		await expect
			.poll(async () => ({
				work: bodies(await work.receive()),
				dead: bodies(await dead.receive()),
			}))
			.toEqual({ work: [], dead: ["poison"] });
	});

	it("hands a message out at once that was given back, also after a restart", async () => {
		const directory = newDirectory();
		const engine = await startQueueEngine({ directory });
		const work = await openQueue(engine.url);
		await work.send("a");
		await work.giveBack(await work.receive());
		const messages = await work.receive();
		expect(bodies(messages)).toEqual(["a"]);
		await work.giveBack(messages);
		await engine.stop();
		const again = await openQueue((await start(directory)).url);
		expect(bodies(await again.receive())).toEqual(["a"]);
	});

	it("listens on an address of its own, of this machine alone", async () => {
		const { url } = await start();
		const { hostname, port } = new URL(url);
		expect(hostname).toMatch(/^127\./);
		expect((await fetch(`${url}/health`)).ok).toBe(true);
		// A process that listens on all addresses also listens on this one.
		await expect(fetch(`http://127.0.0.2:${port}/health`)).rejects.toThrow();
	});
});

describe("contract 1: a restart goes on where it stopped", () => {
	/** A process with one message removed, one received and not removed, one not received. */
	async function leaveMessages(directory: string) {
		const child = spawn(
			process.execPath,
			[join(import.meta.dirname, "queue-engine-process.ts"), directory],
			{ stdio: ["ignore", "pipe", "inherit"] },
		);
		children.push(child);
		const [line] = await once(child.stdout, "data");
		const work = await openQueue(`${line}`.trim());
		await work.send("removed");
		await work.remove(await work.receive());
		await work.send("received");
		expect(bodies(await work.receive())).toEqual(["received"]);
		await work.send("waiting");
		return child;
	}

	it("after SIGKILL: what was sent is there, what was removed is not, what a worker had is visible at once", async () => {
		const directory = newDirectory();
		const child = await leaveMessages(directory);
		child.kill("SIGKILL");
		await once(child, "exit");
		const work = await openQueue((await start(directory)).url);
		const messages = await work.receive();
		expect(bodies(messages)).toEqual(["received", "waiting"]);
		expect(receiveCounts(messages)).toEqual(["1", "1"]);
	});

	it.each([
		["soon", { visibilitySeconds: 30 }, 0],
		["after the visibility timeout", { visibilitySeconds: 1 }, 1_001],
	])(
		"no message becomes a dead letter however often the stack is killed, if it is restarted %s",
		async (_, options, pauseMilliseconds) => {
			const directory = newDirectory();
			const first = await startQueueEngine({ directory });
			await (await openQueue(first.url, options)).send("a");
			await first.stop();
			for (let restart = 0; restart < 5; restart++) {
				const engine = await startQueueEngine({ directory });
				const work = await openQueue(engine.url, options);
				expect(bodies(await work.receive())).toEqual(["a"]);
				await engine.stop();
				await setTimeout(pauseMilliseconds);
			}
		},
	);
});
