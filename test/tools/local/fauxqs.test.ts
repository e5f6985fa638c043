import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PersistenceManager } from "../../../node_modules/fauxqs/dist/persistence.js";
import {
	SqsQueue,
	SqsStore,
} from "../../../node_modules/fauxqs/dist/sqs/sqsStore.js";
import {
	openQueueServer,
	type QueueServer,
} from "../../../tools/local/fauxqs.ts";
import { openQueue } from "./open-queue.ts";

const root = join(import.meta.dirname, "../../..");

let directory: string;
const servers = new Set<QueueServer>();
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "fauxqs-"));
});
afterEach(async () => {
	for (const server of servers) await server.close();
	servers.clear();
	rmSync(directory, { recursive: true });
});

async function open() {
	const server = openQueueServer(directory);
	servers.add(server);
	const url = await server.listen({ port: 0, host: "127.0.0.1" });
	return { server, queue: await openQueue(url) };
}

async function close(server: QueueServer) {
	servers.delete(server);
	await server.close();
}

it("refuses what a web page sends", async () => {
	const { queue } = await open();
	const form = new URLSearchParams({ Action: "CreateTopic", Name: "a" });
	const send = (headers: Record<string, string>) =>
		fetch(new URL(queue.queue.url).origin, {
			method: "POST",
			headers,
			body: form,
		});
	expect((await send({ origin: "http://localhost:8000" })).status).toBe(403);
	expect((await send({})).status).toBe(200);
});

describe("what tools/local/fauxqs.ts relies on inside the package fauxqs", () => {
	it.each([
		["PersistenceManager", PersistenceManager, "updateMessageReady"],
		["PersistenceManager", PersistenceManager, "loadSqsAndSns"],
		["PersistenceManager", PersistenceManager, "close"],
		["SqsStore", SqsStore, "allQueues"],
		["SqsQueue", SqsQueue, "inspectMessages"],
		["SqsQueue", SqsQueue, "changeVisibility"],
	])("%s has %s", (_, { prototype }, method) => {
		expect(prototype).toHaveProperty(method, expect.any(Function));
	});

	it("a message is on disk when its response is sent, and its receipt too", async () => {
		const first = await open();
		await first.queue.send("received", "waiting");
		await first.queue.receive();
		// A second server reads the files concurrently with the first, as after a kill.
		const second = openQueueServer(directory);
		servers.add(second);
		expect(second.messagesInFlight).toHaveLength(2);
	});

	it("a receipt that is undone is not counted, and the message is visible at once", async () => {
		const first = await open();
		await first.queue.send("a");
		await first.queue.receive();
		await close(first.server);
		const { server, queue } = await open();
		expect(await queue.receive()).toEqual([]);
		for (const message of server.messagesInFlight) message.undoReceipt();
		const [message] = await queue.receive();
		expect(message?.Attributes?.ApproximateReceiveCount).toBe("1");
	});

	it("the bug that the replaced method works around is there: when this fails, remove the replacement", () => {
		const store = new SqsStore();
		const persistence = new PersistenceManager(directory);
		store.persistence = persistence;
		const queue = store.createQueue("q", "http://q", "arn:q");
		queue.persistence = persistence;
		queue.enqueue(SqsStore.createMessage("a"));
		const [{ messageId = "" } = {}] = queue.inspectMessages().ready;
		expect(() => persistence.updateMessageReady(messageId)).toThrow("NOT NULL");
		persistence.close();
	});

	it("no other file of the stack uses the inside of the package", () => {
		const users = globSync("{bin,tools,bench}/**/*.ts", {
			cwd: root,
		}).filter((path) =>
			readFileSync(join(root, path), "utf8").includes("fauxqs/dist"),
		);
		expect(users).toEqual([join("tools/local", "fauxqs.ts")]);
	});
});
