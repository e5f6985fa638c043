import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import { connectTable } from "../../../shared/dynamodb/table.ts";
import { findLease } from "../../../shared/organizations/import-leases.store.ts";
import { startEngine } from "../../../tools/local/engine.ts";
import { freePort } from "../../../tools/local/free-port.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import { runScript, runStack } from "./run-stack.ts";

const memory = ["--memory", "--port", "0"];

it("npm start tells on standard error what it does, then lists routes, the URL and the demo's keys", async () => {
	await using stack = runStack(...memory);
	const url = await stack.ready();
	const steps = [
		/^Building the functions.* \(\d+\.\d s\)$/m,
		/^Starting the store \(\d+\.\d s\)$/m,
		/^Starting the queues \(\d+\.\d s\)$/m,
		/^Preparing table and queues \(\d+\.\d s\)$/m,
		/^Importing demo-organization\.json \(\d+\.\d s\)$/m,
		/^POST +\/v1\.0\/payment\/mark-as-paid +mark-as-paid$/m,
		/^demo-admin-key +Everything/m,
		/^curl /m,
	];
	for (const step of steps) expect(stack.stderr()).toMatch(step);
	expect(stack.stderr()).toContain(`${url}/docs\n`);
	// No colours: it is not a terminal.
	expect(stack.stderr()).not.toContain("\x1b");
});

it("--quiet: standard error stays empty", async () => {
	await using stack = runStack(...memory, "--quiet");
	const url = await stack.ready();
	expect((await fetch(`${url}/v1.0/vendor`)).status).toBe(401);
	expect(await stack.end("SIGTERM")).toBe(0);
	expect(stack.stderr()).toBe("");
});

it("--help prints the flags on standard output and starts nothing", async () => {
	await using stack = runStack("--help", ...memory);
	expect(await stack.end()).toBe(0);
	expect(stack.stdout()).toMatch(/^Runs the whole service.*--watch/s);
	expect(stack.stderr()).toBe("");
});

it("--watch: bundles as the template does, so that nothing is replaced before something changes", async () => {
	await using stack = runStack(...memory, "--watch");
	await stack.ready();
	await expect.poll(stack.stderr).toContain("Watching functions and shared\n");
	expect(stack.stderr()).not.toContain("in use:");
	expect(await stack.end("SIGINT")).toBe(0);
});

it("DYNAMODB_ENDPOINT: uses the engine that it names, and leaves it running", async () => {
	const engine = await startEngine();
	const idempotencyKey = crypto.randomUUID();
	const start = () =>
		runScript("bin/local.ts", memory, { DYNAMODB_ENDPOINT: engine.url });
	for (const status of [200, 409]) {
		await using stack = start();
		const response = await fetch(
			`${await stack.ready()}/v1.0/payment/mark-as-paid`,
			{
				method: "POST",
				headers: {
					authorization: "Api-Key demo-admin-key",
					"x-idempotency-key": idempotencyKey,
				},
				body: JSON.stringify({
					resourceType: "INVOICE",
					resources: [{ slug: "inv-1001", amount: 1 }],
				}),
			},
		);
		// The second stack finds what the first one stored.
		expect(response.status).toBe(status);
		expect(await stack.end("SIGTERM")).toBe(0);
	}
	await engine.stop();
});

it("after `kill -9` of a start during its import, the next one does not wait", async () => {
	const engine = await startEngine();
	const folder = mkdtempSync(join(tmpdir(), "killed-import-"));
	const org = { id: "acme" };
	const start = (name: string, count: number, url = engine.url) => {
		const vendors = Array.from({ length: count }, (_, index) => ({
			id: `v-${index}`,
			name: "Vendor",
		}));
		const path = join(folder, name);
		writeFileSync(path, JSON.stringify({ org, vendors }));
		return runScript("bin/local.ts", [...memory, "--org", path], {
			DYNAMODB_ENDPOINT: url,
		});
	};
	await using first = start("large.json", 50_000);
	const lease = async () => {
		const connection = localConnection(engine.url);
		const { documents } = connectTable({ name: "", ...connection });
		const { TableNames } = await documents.send(new ListTablesCommand({}));
		const [name] = TableNames ?? [];
		if (name === undefined) return undefined;
		return findLease(connectTable({ name, ...connection }), org.id);
	};
	await expect.poll(() => lease().catch(() => undefined)).toBeDefined();
	await first.end("SIGKILL");
	expect(await lease()).toBeDefined();
	await using observed = await countLeaseReads(engine.url);
	await using second = start("small.json", 1, observed.url);
	await second.ready();
	expect(observed.leaseReads()).toBe(0);
	expect(await lease()).toBeUndefined();
	expect(await second.end("SIGTERM")).toBe(0);
	await engine.stop();
	rmSync(folder, { recursive: true });
});

/** Passes calls on to the engine. An import that waits for another one reads its lease again and again. */
async function countLeaseReads(engineUrl: string) {
	let leaseReads = 0;
	const server = createServer(async (call, response) => {
		const { method, headers } = call;
		const body = await text(call);
		const isRead = String(headers["x-amz-target"]).endsWith("GetItem");
		if (isRead && body.includes('"IMPORT"')) leaseReads += 1;
		const toEngine = request(engineUrl, { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		});
		toEngine.end(body);
	});
	const port = await freePort();
	await new Promise<void>((resolve) =>
		server.listen(port, "127.0.0.1", resolve),
	);
	return {
		url: `http://127.0.0.1:${port}`,
		leaseReads: () => leaseReads,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
}
