import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startLocalStack } from "../../../../tools/local/local-stack.ts";
import { acme, payableInvoices } from "../../../support/acme.ts";
import { startBatch, waitForBatch } from "./batch-client.ts";

const invoices = 4_000;

/** The template gives each function 1,024 MB. With 24 the function that accepts batches dies. */
const memoryMegabytes = 128;

it("batches: 40,000 resources are accepted and paid in an eighth of the functions' memory", async () => {
	const folder = mkdtempSync(join(tmpdir(), "memory-"));
	const file = join(folder, "acme.json");
	const organization = acme({ invoices: payableInvoices(invoices) });
	writeFileSync(file, JSON.stringify(organization));
	const stack = await startLocalStack({
		port: 0,
		organizationFiles: [file],
		storage: "memory",
		log: () => {},
		change: (template) => ({
			...template,
			functions: template.functions.map((fn) => ({ ...fn, memoryMegabytes })),
		}),
	});
	const resources = Array.from({ length: 40_000 }, (_, index) => ({
		slug: `inv-${index % invoices}`,
		amount: 1,
		utr: `UTR${index}`.padEnd(22, "0"),
		narration: `Paid by bank transfer, run ${index}`,
	}));
	const slug = await startBatch(stack.url, resources);
	const results = await waitForBatch(stack.url, slug);
	expect(results).toHaveLength(resources.length);
	expect(results.every(({ status }) => status === "DONE")).toBe(true);
	// None of the environments died on the way: their numbers have no gap.
	const workers = stack.host
		.environments()
		.map(({ accessKeyId }) => accessKeyId)
		.filter((name) => name.includes("PaymentWorker"));
	expect(workers.length).toBeGreaterThan(0);
	const numbers = workers.map((name) => Number(/\d+$/.exec(name)));
	expect(numbers.toSorted((one, other) => one - other)).toEqual(
		workers.map((_, index) => index + 1),
	);
	await stack.stop();
	rmSync(folder, { recursive: true });
});
