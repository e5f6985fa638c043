import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { expectInvariants } from "../../../reliability/invariants.ts";
import { auditedStack } from "../../../reliability/load/audited-stack.ts";
import { connectStore } from "../../../reliability/load/loaded-stack.ts";
import { readRecords } from "../../../reliability/records.ts";
import {
	noteSent,
	type Reported,
	reportedImport,
} from "../../../reliability/reported.ts";
import { acme, payableInvoices } from "../../../support/acme.ts";
import {
	batchMin,
	resourcesOf,
	type TestResource,
} from "../../../support/batches.ts";
import { propertySeed } from "../../../support/property-seed.ts";
import { testKey } from "../../../support/world.ts";
import { runScript, type StackProcess } from "../run-stack.ts";
import { pay, waitForBatch, waitForEither } from "./batch-client.ts";
import { randomNumbers } from "./random-numbers.ts";

const payable = 9_500;

let folder: string;
let dataDirectory: string;
let stack: StackProcess;
let reported: Reported;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "kills-"));
	dataDirectory = join(folder, "data");
	reported = reportedImport(acme({ invoices: payableInvoices(payable) }));
	await start(payableInvoices(payable));
});
afterEach(async () => {
	await stack.end("SIGKILL");
	rmSync(folder, { recursive: true });
});

/** @param invoices Imported at the start. */
async function start(invoices: ReturnType<typeof payableInvoices> = []) {
	const file = join(folder, "acme.json");
	writeFileSync(file, JSON.stringify(acme({ invoices })));
	const args = ["--port", "0", "--data-dir", dataDirectory, "--org", file];
	stack = runScript("test/tools/local/batches/impatient-stack.ts", args);
	return stack.ready();
}

/** The last of them name no invoice. */
const resources = resourcesOf(10_000, 1);
const expected = resources.map((_, index) =>
	index < payable ? "DONE" : "NOT_FOUND",
);

it("guarantee 2: killed at 20 random moments, pays each of 10,000 exactly once", async () => {
	const random = randomNumbers(propertySeed);
	let url = await stack.ready();
	const slug = await startNoted(url, resources);
	for (let kill = 0; kill < 20; kill++) {
		await setTimeout(random() * 800);
		await stack.end("SIGKILL");
		url = await start();
	}
	const results = await waitForBatch(url, slug);
	expect(results.map(({ reason = "DONE" }) => reason)).toEqual(expected);
	await waitForBatch(url, await startNoted(url, resourcesOf(batchMin, 1)));
	await expectAsReported(url);
});

it("killed while it accepts a batch, has the whole of it or nothing, and is free for the next", async () => {
	const random = randomNumbers(propertySeed);
	let accepted = 0;
	let url = "";
	for (let kill = 0; kill < 6; kill++) {
		const idempotencyKey = randomUUID();
		noteSent(reported.payments, idempotencyKey, { resources });
		const lost = pay(await stack.ready(), resources, idempotencyKey).catch(
			() => "lost",
		);
		await setTimeout(random() * 800);
		await stack.end("SIGKILL");
		await lost;
		url = await start();
		const slug = await slugOf(url, idempotencyKey);
		const results = slug && (await waitForEither(url, slug));
		if (results) {
			accepted += 1;
			expect(results.map(({ reason = "DONE" }) => reason)).toEqual(expected);
		}
		await startNextBatch(url);
	}
	await expectAsReported(url);
	// Requests without effect paid nothing.
	const { invoices } = await readRecords({
		table: await connectStore(dataDirectory),
	});
	for (const { payments } of invoices.slice(0, payable))
		expect(payments).toHaveLength(accepted);
});

async function payNoted(url: string, resources: readonly TestResource[]) {
	const idempotencyKey = randomUUID();
	const request = noteSent(reported.payments, idempotencyKey, { resources });
	const answer = await pay(url, resources, idempotencyKey);
	request.answers.push({ headers: {}, ...answer });
	return answer;
}

/** @returns The batch's slug. */
async function startNoted(
	url: string,
	resources: readonly TestResource[],
): Promise<string> {
	const { status, body } = await payNoted(url, resources);
	expect({ status, body }).toMatchObject({ status: 200 });
	return body.data.bulkActionSlug;
}

/** When nothing runs any more. */
async function expectAsReported(url: string) {
	const table = await connectStore(dataDirectory);
	await expectInvariants(
		auditedStack({ url, table }, "acme", reported, testKey),
	);
}

/** `attempts.md`: the error of a repeated key names the batch that the first request started. */
async function slugOf(url: string, idempotencyKey: string) {
	const refused = resourcesOf(1, 1_000);
	const answer = await pay(url, refused, idempotencyKey);
	const { status, body } = answer;
	if (status !== 409) {
		// The first request never took the key.
		reported.payments.delete(idempotencyKey);
		const request = noteSent(reported.payments, idempotencyKey, {
			resources: refused,
		});
		request.answers.push({ headers: {}, ...answer });
		return undefined;
	}
	const [slug] = /[0-9A-HJKMNP-TV-Z]{26}/.exec(body.error) ?? [];
	return slug;
}

/** An acceptance that was cut off holds the guard until the sweeper comes by. */
async function startNextBatch(url: string) {
	for (;;) {
		const { status, body } = await payNoted(url, resourcesOf(batchMin, 1_000));
		if (status === 200) return waitForBatch(url, body.data.bulkActionSlug);
		expect(body.error.code).toBe("MAP_BATCH_IN_PROGRESS");
		await setTimeout(500);
	}
}
