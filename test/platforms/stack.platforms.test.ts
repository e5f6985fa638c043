import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { projectRoot } from "../docs/markdown.ts";
import { acme, payableInvoices } from "../support/acme.ts";
import { resourcesOf } from "../support/batches.ts";
import {
	pay,
	startBatch,
	waitForBatch,
} from "../tools/local/batches/batch-client.ts";
import {
	expectPaidAsReported,
	readRecords,
} from "../tools/local/batches/recorded-batches.ts";
import { runStack } from "../tools/local/run-stack.ts";

let folder: string;
let file: string;
beforeAll(() => {
	vi.stubEnv("DYNAMODB_ENDPOINT", inject("dynamodbUrl"));
	folder = mkdtempSync(join(tmpdir(), "dynamodb-local-"));
	file = join(folder, "acme.json");
	writeFileSync(file, JSON.stringify(acme({ invoices: payableInvoices(500) })));
});
afterAll(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true });
});

const start = () => {
	const dataDirectory = join(folder, "data");
	return runStack(
		...["--data-dir", dataDirectory, "--port", "0", "--org", file],
	);
};

it("the engine of these tests is AWS's DynamoDB Local", async () => {
	const { headers } = await fetch(inject("dynamodbUrl"));
	expect(headers.get("server")).toMatch(/^Jetty/);
});

it("npm start on AWS's DynamoDB Local: the smoke test passes", async () => {
	await using stack = start();
	const url = await stack.ready();
	const { stdout } = await promisify(execFile)(
		process.execPath,
		["bin/smoke.ts", "--data-dir", join(folder, "data"), "--url", url],
		{ cwd: projectRoot },
	);
	expect(stdout).toContain("passed");
	expect(await stack.end("SIGTERM")).toBe(0);
});

it("npm start on AWS's DynamoDB Local: a batch whose stack is killed continues, and is paid once", async () => {
	const resources = resourcesOf(500, 1);
	let batch: string;
	{
		await using killed = start();
		batch = await startBatch(await killed.ready(), resources);
	}
	await using stack = start();
	const results = await waitForBatch(await stack.ready(), batch);
	const records = await readRecords(join(folder, "data"));
	expectPaidAsReported(records, batch, resources, results);
	expect(results.every(({ status }) => status === "DONE")).toBe(true);

	const again = await pay(await stack.ready(), resources.slice(0, 1));
	expect(again.status).toBe(200);
});
