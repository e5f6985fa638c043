import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectTable } from "../../../../shared/dynamodb/table.ts";
import { localConnection } from "../../../../tools/local/local-connection.ts";
import { openLocalStore } from "../../../../tools/local/store-access.ts";
import { runStack, type StackProcess } from "../../local/run-stack.ts";

const directory = mkdtempSync(join(tmpdir(), "checks-"));
const script = join(import.meta.dirname, "../../../../bin/smoke.ts");

let stack: StackProcess;
let url: string;
let before: string[];
beforeAll(async () => {
	stack = runStack("--data-dir", directory, "--port", "0");
	url = await stack.ready();
	before = await keysInTable();
});
afterAll(async () => {
	await stack[Symbol.asyncDispose]();
	rmSync(directory, { recursive: true });
});

/** `npm run smoke -- …` on the stack, without npm. */
function startSmoke(at: string, ...words: string[]) {
	const child = spawn(
		process.execPath,
		[script, "--data-dir", directory, "--url", at, ...words],
		{ stdio: ["ignore", "pipe", "pipe"] },
	);
	let output = "";
	const exited = once(child, "exit");
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding("utf8").on("data", (chunk: string) => {
			output += chunk;
		});
	return {
		text: () => output,
		kill: (signal: NodeJS.Signals) => child.kill(signal),
		/** The exit code; null after a kill. */
		async end() {
			await exited;
			return child.exitCode;
		},
	};
}

/** All keys except those of the demo organization's events and mails, which may still come after its creation. */
async function keysInTable(): Promise<string[]> {
	const { endpoint, tableName, close } = await openLocalStore(directory, {
		mayCreate: true,
	});
	const { documents } = connectTable({
		name: tableName,
		...localConnection(endpoint),
	});
	const { Items = [], LastEvaluatedKey } = await documents.send(
		new ScanCommand({ TableName: tableName, ConsistentRead: true }),
	);
	await close();
	expect(LastEvaluatedKey).toBeUndefined();
	return Items.map(({ pk, sk }) => `${pk} ${sk}`)
		.filter((key) => !/^ORG#demo#(FEED|MAIL)/.test(key))
		.sort();
}

/** The stack, behind a server that never answers this request. */
async function holdAt(held: string) {
	const reached = Promise.withResolvers<void>();
	const server = createServer(async (request, response) => {
		const { method = "", url: path = "", headers } = request;
		const body = await text(request);
		if (`${method} ${path}` === held) return reached.resolve();
		const answer = await fetch(`${url}${path}`, {
			method,
			headers: toForwarded(headers),
			...(body && { body }),
		});
		response.writeHead(answer.status, { "content-type": "application/json" });
		response.end(await answer.text());
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on TCP has such an address.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		/** @throws If the smoke test ends without having sent this request. */
		isReachedBy: (smoke: ReturnType<typeof startSmoke>) =>
			Promise.race([
				reached.promise,
				smoke.end().then(() => {
					throw new Error(`${held} was never sent:\n${smoke.text()}`);
				}),
			]),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** All headers of the caller, but for those that are about the connection. */
function toForwarded(headers: IncomingHttpHeaders): Headers {
	const { host, connection, "content-length": length, ...forwarded } = headers;
	return new Headers(
		Object.entries(forwarded).map(([name, value]) => [name, `${value}`]),
	);
}

it("contract 1: the smoke test passes on `npm start`, and leaves nothing", async () => {
	const smoke = startSmoke(url);
	expect(await smoke.end(), smoke.text()).toBe(0);
	expect(smoke.text()).toContain(`Acting on the store in ${directory}\n`);
	expect(smoke.text()).toMatch(/^ok {4}a batch of 120 payments$/m);
	expect(smoke.text()).not.toContain("FAIL");
	expect(await keysInTable()).toEqual(before);
});

it("if it is killed, its first line names what --clean deletes", async () => {
	await using held = await holdAt("GET /v1.0/vendor");
	const smoke = startSmoke(held.url);
	await held.isReachedBy(smoke);
	smoke.kill("SIGKILL");
	await smoke.end();
	expect(await keysInTable()).not.toEqual(before);
	const [id = ""] = /smoke-\w+/.exec(smoke.text()) ?? [];
	const clean = startSmoke(url, "--clean", id);
	expect(await clean.end(), clean.text()).toBe(0);
	expect(clean.text()).toMatch(new RegExp(`^Deleted ${id}: \\d+ items$`, "m"));
	expect(await keysInTable()).toEqual(before);
	const repeated = startSmoke(url, "--clean", id);
	expect(await repeated.end()).toBe(1);
	expect(repeated.text()).toContain(`Nothing of ${id} is in the table`);
});

it("Ctrl-C: ends with code 1 after it has deleted its organization", async () => {
	await using held = await holdAt("GET /v1.0/vendor");
	const smoke = startSmoke(held.url);
	await held.isReachedBy(smoke);
	smoke.kill("SIGINT");
	expect(await smoke.end()).toBe(1);
	expect(smoke.text()).toMatch(/^Deleted smoke-/m);
	expect(await keysInTable()).toEqual(before);
});
