import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { PaymentResult } from "../../shared/domain/payments/payment-result.ts";
import { acme, payableInvoices } from "../support/acme.ts";
import { propertySeed } from "../support/property-seed.ts";
import { testKey } from "../support/world.ts";
import { readBooks } from "./batches/books.ts";
import { randomNumbers } from "./batches/random-numbers.ts";
import { runStack } from "./run-stack.ts";

const directory = mkdtempSync(join(tmpdir(), "synchronous-kills-"));
const dataDirectory = join(directory, "data");
const organizationFile = join(directory, "acme.json");
afterAll(() => rmSync(directory, { recursive: true }));

const due = 1_000;
const amount = 0.5;
/** Two clients pay a hundred each, at the same time and never the same ones. */
const slugsOf = (client: number) =>
	Array.from({ length: 100 }, (_, index) => `inv-${client * 100 + index}`);

/** Pays again and again until the stack is gone; answers what it was told is paid, and under which keys it asked. */
async function payOn(url: string, slugs: string[], onTold: () => void) {
	const told: string[] = [];
	const keys: string[] = [];
	const body = JSON.stringify({
		resourceType: "INVOICE",
		resources: slugs.map((slug) => ({ slug, amount })),
	});
	while (true) {
		const key = randomUUID();
		keys.push(key);
		const answer = await fetch(`${url}/v1.0/payment/mark-as-paid`, {
			method: "POST",
			headers: {
				authorization: `Api-Key ${testKey}`,
				"x-idempotency-key": key,
			},
			body,
		})
			.then(async (response): Promise<unknown> => response.json())
			.catch((error: unknown) => {
				// Connection refused, reset, or ended within the body.
				if (error instanceof TypeError) return null;
				throw error;
			});
		if (answer === null) return { told, keys };
		const { data } = answer as { data: { results: PaymentResult[] } };
		expect(data.results.map(({ status }) => status)).toEqual(
			slugs.map(() => "DONE"),
		);
		told.push(...slugs);
		onTold();
	}
}

/** The payments that an attempt says are recorded; none when no request has claimed the key. */
async function recordedOf(url: string, key: string): Promise<string[]> {
	const response = await fetch(`${url}/v1.0/attempt/mark-as-paid`, {
		headers: { authorization: `Api-Key ${testKey}`, "x-idempotency-key": key },
	});
	if (response.status === 404) return [];
	expect(response.status).toBe(200);
	const { data } = (await response.json()) as {
		data: { results: { paymentId: string | null }[] };
	};
	return data.results.flatMap(({ paymentId }) => paymentId ?? []);
}

it("guarantee 1, R9: killed at random moments while it pays, loses no payment", async () => {
	writeFileSync(
		organizationFile,
		JSON.stringify(acme({ invoices: payableInvoices(200, due) })),
	);
	const random = randomNumbers(propertySeed);
	const told = new Map<string, number>();
	const keys: string[] = [];
	const options = [
		...["--port", "0", "--data-dir", dataDirectory],
		...["--org", organizationFile],
	];
	for (let kill = 0; kill < 8; kill++) {
		await using stack = runStack(...options);
		const url = await stack.ready();
		// However slow the machine is, it is killed while it works.
		const working = [0, 1].map(() => Promise.withResolvers<void>());
		const clients = working.map(({ resolve }, client) =>
			payOn(url, slugsOf(client), resolve),
		);
		await Promise.all(working.map(({ promise }) => promise));
		setTimeout(() => stack.process.kill("SIGKILL"), random() * 700);
		for (const client of await Promise.all(clients)) {
			keys.push(...client.keys);
			for (const slug of client.told) told.set(slug, (told.get(slug) ?? 0) + 1);
		}
	}

	const attempted: string[] = [];
	await using stack = runStack(...options);
	const url = await stack.ready();
	for (const key of keys) attempted.push(...(await recordedOf(url, key)));
	await stack.end("SIGTERM");

	const { invoices } = await readBooks(dataDirectory);
	expect(invoices).toHaveLength(200);
	for (const invoice of invoices) {
		const { slug, payments } = invoice;
		expect(invoice.due, slug).toBe(due - payments.length * amount);
		expect(new Set(payments.map(({ id }) => id)).size).toBe(payments.length);
		// Of each kill's last request nobody was told: it is recorded, or it is not.
		const unaccounted = payments.length - (told.get(slug) ?? 0);
		expect(unaccounted, slug).toBeGreaterThanOrEqual(0);
		expect(unaccounted, slug).toBeLessThanOrEqual(8);
	}
	expect(told.size).toBe(200);
	const recorded = invoices.flatMap(({ payments }) =>
		payments.map(({ id }) => id),
	);
	expect(attempted.toSorted()).toEqual(recorded.toSorted());
}, 300_000);
