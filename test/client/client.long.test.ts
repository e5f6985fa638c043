import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	ProcurementPaymentsClient,
	type ResourceResult,
} from "../../client/src/index.ts";
import { acme, payableInvoices } from "../support/acme.ts";
import { testKey } from "../support/world.ts";
import { readRecords } from "../tools/local/batches/recorded-batches.ts";
import { runStack, type StackProcess } from "../tools/local/run-stack.ts";
import { faults } from "./support/unreliable-network.ts";
import { type ProxyFault, startProxy } from "./support/unreliable-proxy.ts";

const invoices = 120;
const due = 100_000;
const folder = mkdtempSync(join(tmpdir(), "client-"));
const dataDirectory = join(folder, "data");

let stack: StackProcess;
let url: string;
beforeAll(async () => {
	const path = join(folder, "acme.json");
	const file = acme({
		vendors: [{ id: "v-1", name: "Steel Traders" }],
		invoices: payableInvoices(invoices, due),
		approvalPolicies: [{ name: "Default", default: true, stages: [] }],
		procurementPolicy: { payers: ["u-admin"] },
	});
	writeFileSync(path, JSON.stringify(file));
	stack = runStack(
		...["--port", "0", "--data-dir", dataDirectory],
		...["--org", path],
	);
	url = await stack.ready();
});
afterAll(async () => {
	await stack.end("SIGTERM");
	rmSync(folder, { recursive: true });
});

/** `slug amount key` of each payment that a call reported. */
const reported: string[] = [];
const advancesReported: string[] = [];

/** Each call pays the same invoices another part of what is due: a second payment would be accepted. */
const resourcesOf = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		slug: `inv-${index}`,
		amount: 1.5,
	}));

function tell(results: readonly ResourceResult[]) {
	for (const { slug, status, idempotencyKey } of results)
		if (status === "DONE") reported.push(`${slug} 1.5 ${idempotencyKey}`);
}

/** Exchanges of a call that get a fault. Later ones only poll the batch, and a slow machine has more of them. */
const exchangesMax = 12;

/** Repeats a call with the fault at each of its exchanges, until none is hit. */
async function withFault(
	fault: ProxyFault,
	call: (client: ProcurementPaymentsClient) => Promise<void>,
) {
	for (let exchange = 1; exchange <= exchangesMax; exchange++) {
		await using proxy = await startProxy(url, (now) =>
			now === exchange ? fault : undefined,
		);
		const client = new ProcurementPaymentsClient({
			url: proxy.url,
			apiKey: testKey,
			// Far above what a request takes; one that takes longer is settled all the same.
			timeoutMs: fault === "HELD" ? 5_000 : 35_000,
		});
		await call(client);
		await proxy.network.deliverAll();
		if (proxy.network.sent.length < exchange) break;
	}
}

const proxyFaults: ProxyFault[] = [...faults, "HELD"];

describe("a client behind an unreliable proxy, against the real stack", () => {
	it.each(proxyFaults)("pays some invoices: %s", async (fault) => {
		const resources = resourcesOf(3);
		await withFault(fault, async (client) => {
			const results = await client.markAsPaid(resources);
			expect(results).toMatchObject(
				resources.map(({ slug }) => ({ slug, status: "DONE" })),
			);
			tell(results);
		});
	});

	it.each([
		"DROP_REQUEST",
		"DROP_ANSWER",
		"DOUBLE",
		"LATE_BY_1",
		"UNAVAILABLE",
	] as const)("pays a batch: %s", async (fault) => {
		const resources = resourcesOf(invoices);
		await withFault(fault, async (client) => {
			const results = await client.markAsPaid(resources);
			expect(results).toMatchObject(
				resources.map(({ slug }) => ({ slug, status: "DONE" })),
			);
			tell(results);
		});
	});

	it.each(proxyFaults)("raises an advance: %s", async (fault) => {
		await withFault(fault, async (client) => {
			const { paymentRequestId } = await client.createVendorAdvance({
				amount: 1,
				vendorId: "v-1",
			});
			advancesReported.push(paymentRequestId);
		});
	});

	it("has reported exactly what is in the records", async () => {
		const records = await readRecords(dataDirectory);
		const direct = new ProcurementPaymentsClient({ url, apiKey: testKey });
		const recorded: string[] = [];
		for (const { slug, amount, due: left, payments } of records.invoices) {
			const paid = payments.reduce((sum, payment) => sum + payment.amount, 0);
			expect({ slug, paid }).toEqual({ slug, paid: amount - left });
			for await (const payment of direct.listInvoicePayments(slug))
				recorded.push(`${slug} ${payment.amount} ${payment.idempotencyKey}`);
		}
		expect(records.invoices).toHaveLength(invoices);
		expect(reported.length).toBeGreaterThan(invoices);
		expect(recorded.toSorted()).toEqual(reported.toSorted());

		const advances: string[] = [];
		for await (const one of direct.listPaymentRequests())
			advances.push(one.paymentRequestId);
		expect(advances.toSorted()).toEqual(advancesReported.toSorted());
	});
});
