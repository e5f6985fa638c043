import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { PaymentResult } from "../../shared/domain/payment-result.ts";
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

/** Pays again and again until the stack is gone; answers what it was told is paid. */
async function payOn(url: string, slugs: string[]): Promise<string[]> {
	const told: string[] = [];
	const body = JSON.stringify({
		resourceType: "INVOICE",
		resources: slugs.map((slug) => ({ slug, amount })),
	});
	while (true) {
		const answer = await fetch(`${url}/v1.0/payment/mark-as-paid`, {
			method: "POST",
			headers: {
				authorization: `Api-Key ${testKey}`,
				"x-idempotency-key": randomUUID(),
			},
			body,
		})
			.then(async (response): Promise<unknown> => response.json())
			.catch(() => null);
		if (answer === null) return told;
		const { data } = answer as { data: { results: PaymentResult[] } };
		expect(data.results.map(({ status }) => status)).toEqual(
			slugs.map(() => "DONE"),
		);
		told.push(...slugs);
	}
}

it("design 6.1: killed at random moments while it pays, loses no payment that it told of, and every due is right", async () => {
	writeFileSync(
		organizationFile,
		JSON.stringify(acme({ invoices: payableInvoices(200, due) })),
	);
	const random = randomNumbers(propertySeed);
	const told = new Map<string, number>();
	for (let kill = 0; kill < 8; kill++) {
		await using stack = runStack(
			...[
				"--port",
				"0",
				"--data-dir",
				dataDirectory,
				"--org",
				organizationFile,
			],
		);
		const url = await stack.ready();
		const clients = [0, 1].map((client) => payOn(url, slugsOf(client)));
		setTimeout(() => stack.process.kill("SIGKILL"), 300 + random() * 700);
		for (const slug of (await Promise.all(clients)).flat()) {
			told.set(slug, (told.get(slug) ?? 0) + 1);
		}
	}

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
});
