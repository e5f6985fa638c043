import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../../support/acme.ts";
import {
	batchMin,
	resourcesOf,
	type TestResource,
} from "../../../support/batches.ts";
import { runStack, type StackProcess } from "../run-stack.ts";
import { getBatch, pay, startBatch, waitForBatch } from "./batch-client.ts";
import { expectPaidAsReported, readRecords } from "./recorded-batches.ts";

const count = 40_000;

let folder: string;
let dataDirectory: string;
let stack: StackProcess;
let url: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "batches-"));
	dataDirectory = join(folder, "data");
	await start(payableInvoices(count));
});
afterAll(async () => {
	expect(await stack.end("SIGTERM")).toBe(0);
	rmSync(folder, { recursive: true });
});

/** @param invoices Imported at the start. */
async function start(invoices: ReturnType<typeof payableInvoices>) {
	const file = join(folder, "acme.json");
	writeFileSync(file, JSON.stringify(acme({ invoices })));
	const args = ["--port", "0", "--data-dir", dataDirectory, "--org", file];
	stack = runStack(...args);
	url = await stack.ready();
}

async function payAll(resources: readonly TestResource[]) {
	const slug = await startBatch(url, resources);
	const results = await waitForBatch(url, slug);
	expectPaidAsReported(
		await readRecords(dataDirectory),
		slug,
		resources,
		results,
	);
	return results;
}

describe("npm start pays batches (spec 4.4)", () => {
	it("of 101 resources, the smallest batch", async () => {
		const results = await payAll(resourcesOf(batchMin, 1));
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
	});

	it("with a result for each resource, with any outcome of the others", async () => {
		const odd = (index: number): TestResource[] => [
			{ slug: `missing-${index}`, amount: 1 },
			{ slug: `inv-${index}`, amount: 101 },
			// One request pays it twice: one after the other.
			{ slug: `inv-${index}`, amount: 1 },
			{ slug: `inv-${index}`, amount: 2 },
		];
		const resources = Array.from({ length: 100 }, (_, i) => odd(i)).flat();
		const results = await payAll(resources);
		expect(results.map(({ reason = "DONE" }) => reason)).toEqual(
			results.flatMap((_, index) =>
				index % 4 === 0 ? ["NOT_FOUND", "AMOUNT_EXCEEDS", "DONE", "DONE"] : [],
			),
		);
	});

	it("of 10,000, while other requests are answered (4.4 rule 4)", async () => {
		const resources = resourcesOf(10_000, 1);
		const slug = await startBatch(url, resources);
		const other = await pay(url, [{ slug: "inv-39999", amount: 1 }]);
		expect(other).toMatchObject({ status: 200, body: { ok: true } });
		const second = await pay(url, resources);
		expect(second).toMatchObject({
			status: 409,
			body: { error: { code: "MAP_BATCH_IN_PROGRESS" } },
		});
		expect(await getBatch(url, slug)).toMatchObject({ status: "PENDING" });
		const results = await waitForBatch(url, slug);
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
		const records = await readRecords(dataDirectory);
		expectPaidAsReported(records, slug, resources, results);
	});

	it("and continues them when it is stopped and started again (contract 1)", async () => {
		const resources = resourcesOf(5_000, 1);
		const slug = await startBatch(url, resources);
		expect(await stack.end("SIGTERM")).toBe(0);
		await start([]);
		const results = await waitForBatch(url, slug);
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
		const records = await readRecords(dataDirectory);
		expectPaidAsReported(records, slug, resources, results);
	});

	it("of 40,000 with all that a request of 6 MB has room for", async () => {
		const resources = resourcesOf(count, 1).map((resource, index) => ({
			...resource,
			utr: `UTR${index}`.padEnd(22, "0"),
			narration: `Paid by bank transfer, run ${index}`,
		}));
		const results = await payAll(resources);
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
	});
});
