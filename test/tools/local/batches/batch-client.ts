import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import type { PaymentResult } from "../../../../shared/payments/payment-result.ts";
import type { TestResource } from "../../../support/batches.ts";
import { testKey } from "../../../support/world.ts";

const path = "/v1.0/payment/mark-as-paid";
const headers = {
	authorization: `Api-Key ${testKey}`,
	"content-type": "application/json",
};

/** Far beyond what a batch takes: for machines that have other work to do. */
const waitMilliseconds = 1_500_000;

interface Answer {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what came back
	body: any;
}

/** An integrator that pays over HTTP; no answer is ever a 429 or a 5xx. */
export async function pay(
	url: string,
	resources: readonly TestResource[],
	idempotencyKey: string = randomUUID(),
): Promise<Answer> {
	const answer = await fetch(`${url}${path}`, {
		method: "POST",
		headers: { ...headers, "x-idempotency-key": idempotencyKey },
		body: JSON.stringify({ resourceType: "INVOICE", resources }),
	});
	return read(answer);
}

/** @returns The batch's slug. */
export async function startBatch(
	url: string,
	resources: readonly TestResource[],
): Promise<string> {
	const { status, body } = await pay(url, resources);
	expect({ status, body }).toMatchObject({
		status: 200,
		body: { ok: true, data: { status: "PENDING" } },
	});
	return body.data.bulkActionSlug;
}

export async function getBatch(url: string, slug: string, query = "limit=1") {
	const { status, body } = await askForBatch(url, slug, query);
	expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
	return body.data;
}

/** Waits for a batch whose acceptance may have been cut off: undefined when it came to nothing. */
export async function waitForEither(
	url: string,
	slug: string,
): Promise<PaymentResult[] | undefined> {
	const deadline = performance.now() + waitMilliseconds;
	for (;;) {
		const { status, body } = await askForBatch(url, slug, "limit=1");
		if (status === 404) return undefined;
		if (body.data.status === "DONE") return allResults(url, slug);
		if (performance.now() > deadline)
			throw new Error(`Not done: ${JSON.stringify(body)}`);
		await setTimeout(250);
	}
}

const askForBatch = async (url: string, slug: string, query: string) =>
	read(await fetch(`${url}${path}/${slug}?${query}`, { headers }));

/** Polls until the batch is done; `processed` never falls. */
export async function waitForBatch(
	url: string,
	slug: string,
): Promise<PaymentResult[]> {
	const deadline = performance.now() + waitMilliseconds;
	for (let processed = 0; ; ) {
		const batch = await getBatch(url, slug);
		expect(batch.processed).toBeGreaterThanOrEqual(processed);
		processed = batch.processed;
		if (batch.status === "DONE") return allResults(url, slug);
		if (performance.now() > deadline)
			throw new Error(`Not done: ${JSON.stringify(batch)}`);
		await setTimeout(250);
	}
}

async function allResults(url: string, slug: string): Promise<PaymentResult[]> {
	const results: PaymentResult[] = [];
	for (let query = "limit=1000"; ; ) {
		const page = await getBatch(url, slug, query);
		results.push(...page.results);
		if (page.nextCursor === undefined) return results;
		query = `limit=1000&cursor=${page.nextCursor}`;
	}
}

async function read(answer: Response): Promise<Answer> {
	const { status } = answer;
	const body = await answer.json();
	if (status === 429 || status >= 500)
		throw new Error(`${status} ${JSON.stringify(body)}`);
	return { status, body };
}
