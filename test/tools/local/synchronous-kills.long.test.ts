import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { PaymentResult } from "../../../shared/payments/payment-result.ts";
import { expectInvariants } from "../../reliability/invariants.ts";
import { auditedStack } from "../../reliability/load/audited-stack.ts";
import { connectStore } from "../../reliability/load/loaded-stack.ts";
import { payPath, send } from "../../reliability/load/send.ts";
import { noteSent, reportedImport } from "../../reliability/reported.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { propertySeed } from "../../support/property-seed.ts";
import { testKey } from "../../support/world.ts";
import { randomNumbers } from "./batches/random-numbers.ts";
import { runStack } from "./run-stack.ts";

const directory = mkdtempSync(join(tmpdir(), "synchronous-kills-"));
const dataDirectory = join(directory, "data");
const organizationFile = join(directory, "acme.json");
afterAll(() => rmSync(directory, { recursive: true }));

const file = acme({ invoices: payableInvoices(200, 1_000) });
const reported = reportedImport(file);
const amount = 0.5;
/** Two clients pay a hundred each, at the same time and never the same ones. */
const slugsOf = (client: number) =>
	Array.from({ length: 100 }, (_, index) => `inv-${client * 100 + index}`);

/** Pays again and again until the stack is gone. */
async function payOn(url: string, slugs: string[], onReported: () => void) {
	const resources = slugs.map((slug) => ({ slug, amount }));
	while (true) {
		const idempotencyKey = randomUUID();
		const request = noteSent(reported.payments, idempotencyKey, { resources });
		const answer = await send(url, testKey, payPath, {
			body: { resourceType: "INVOICE", resources },
			idempotencyKey,
		}).catch((error: unknown) => {
			// Connection refused, reset, or ended within the body.
			if (error instanceof TypeError) return null;
			throw error;
		});
		if (answer === null) return;
		request.answers.push(answer);
		const results: PaymentResult[] = answer.body.data.results;
		expect(results.map(({ status }) => status)).toEqual(
			slugs.map(() => "DONE"),
		);
		onReported();
	}
}

it("guarantee 1, R9: killed at random moments while it pays, loses no payment", async () => {
	writeFileSync(organizationFile, JSON.stringify(file));
	const random = randomNumbers(propertySeed);
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
		await Promise.all(clients);
	}

	await using stack = runStack(...options);
	const url = await stack.ready();
	const table = await connectStore(dataDirectory);
	await expectInvariants(
		auditedStack({ url, table }, "acme", reported, testKey),
	);
	await stack.end("SIGTERM");
});
