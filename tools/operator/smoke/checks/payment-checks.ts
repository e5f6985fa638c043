import type { PaymentResource } from "../../../../client/src/index.ts";
import { resourcesSyncMax } from "../../../../shared/batches/payment-batch.ts";
import {
	type Check,
	created,
	mustBe,
	neverSent,
	type SmokeContext,
	settleWithinMs,
} from "./check.ts";
import { vendorId } from "./record-checks.ts";

const invoicePath = "/v1.0/invoice";
const payPath = "/v1.0/payment/mark-as-paid";

/** They are paid in the background; few invoices leave little to delete. */
const batchSize = resourcesSyncMax + 20;
const batchInvoices = 2;
const batchForMs = 300_000;

/** Creates invoices, pays one, and pays the others in a batch. */
export function paymentChecks({
	client,
	signal,
	today,
	mustList,
}: SmokeContext): Check[] {
	/** The first is paid at once, the others by the batch. */
	const invoices: string[] = [];
	let batch: string | undefined;

	async function pay(key: string, resources: PaymentResource[]) {
		const outcome = await client.payOnce(resources, {
			attempt: neverSent(key),
			followBatchForMs: batchForMs,
			settleWithinMs,
			signal,
		});
		if (outcome.status === "REFUSED") throw outcome.error;
		if (outcome.status !== "SETTLED")
			throw new Error(`its outcome is ${outcome.status}`);
		const paid = outcome.results.filter(({ status }) => status === "DONE");
		mustBe("the number of payments", paid.length, resources.length);
		return outcome;
	}

	/** A payment of so much for the batch's invoices in turn. */
	const resourcesOf = (amount: number): PaymentResource[] =>
		Array.from({ length: batchSize }, (_, index) => ({
			slug: invoices[1 + (index % batchInvoices)] ?? "",
			amount,
		}));

	/** Starts a batch and stops it as soon as its id is known. */
	async function stopBatch(): Promise<string[]> {
		let stopping: ReturnType<typeof client.stopBatch> | undefined;
		const outcome = await client.payOnce(resourcesOf(0.01), {
			attempt: neverSent("smoke-stop"),
			followBatchForMs: batchForMs,
			settleWithinMs,
			signal,
			onProgress({ bulkActionSlug }) {
				if (bulkActionSlug === null) return;
				const stop = { reason: "Smoke test" };
				stopping ??= client.stopBatch(bulkActionSlug, stop, { signal });
				// It is thrown where the answer is awaited.
				stopping.catch(() => {});
			},
		});
		mustBe("total", (await stopping)?.total, batchSize);
		if (outcome.status !== "SETTLED")
			throw new Error(`its outcome is ${outcome.status}`);
		return outcome.results.map(({ status, reason }) => reason ?? status);
	}

	return [
		{
			name: `POST ${invoicePath}/bulk`,
			async run() {
				const answer = await client.createInvoices(
					{
						invoices: Array.from({ length: 1 + batchInvoices }, (_, index) => ({
							invoiceNumber: `SMOKE-${index}`,
							vendorId,
							amount: 1_000,
							invoiceDate: today,
						})),
					},
					{ signal },
				);
				invoices.push(...answer.created.map(({ id }) => id));
				mustBe("successCount", answer.successCount, 1 + batchInvoices);
			},
		},
		{
			name: `PATCH ${invoicePath}/{id}`,
			async run() {
				created(invoices[0], "invoice");
				for (const id of invoices) {
					const patch = { state: "APPROVED" } as const;
					const { state } = await client.updateInvoice(id, patch, { signal });
					mustBe("state", state, "APPROVED");
				}
			},
		},
		{
			name: `GET ${invoicePath}`,
			run: () =>
				mustList(2 + batchInvoices, () => client.listInvoices({}, { signal })),
		},
		{
			name: `POST ${payPath}`,
			async run() {
				const slug = created(invoices[0], "invoice");
				await pay("smoke-pay", [{ slug, amount: 0.1, utr: "SMOKE" }]);
			},
		},
		{
			name: "GET /v1.0/attempt/mark-as-paid",
			async run() {
				const attempt = await client.getMarkAsPaidAttempt("smoke-pay", {
					signal,
				});
				mustBe("the result", attempt?.results?.[0]?.status, "RECORDED");
			},
		},
		{
			name: `GET ${invoicePath}/{id}`,
			async run() {
				const slug = created(invoices[0], "invoice");
				const { due } = await client.getInvoice(slug, { signal });
				mustBe("due", due, 999.9);
			},
		},
		{
			name: `GET ${invoicePath}/{id}/payments`,
			async run() {
				const slug = created(invoices[0], "invoice");
				await mustList(1, () =>
					client.listInvoicePayments(slug, {}, { signal }),
				);
			},
		},
		{
			name: `POST ${invoicePath}/{id}/payments/{paymentId}/reversal`,
			async run() {
				const slug = created(invoices[0], "invoice");
				const payments = client.listInvoicePayments(slug, {}, { signal });
				for await (const { id } of payments) {
					const body = { reason: "Smoke test" };
					const options = { signal };
					const reversed = await client.reversePayment(slug, id, body, options);
					mustBe("reversalReason", reversed.reversalReason, body.reason);
				}
				const { due } = await client.getInvoice(slug, { signal });
				mustBe("due", due, 1_000);
			},
		},
		{
			name: `a batch of ${batchSize} payments`,
			async run() {
				created(invoices[batchInvoices], "invoice");
				const outcome = await pay("smoke-batch", resourcesOf(1));
				batch = outcome.bulkActionSlug ?? undefined;
				for (const slug of invoices.slice(1)) {
					const { due } = await client.getInvoice(slug, { signal });
					mustBe("due", due, 1_000 - batchSize / batchInvoices);
				}
			},
		},
		{
			name: `GET ${payPath}/{bulkActionSlug}`,
			async run() {
				const slug = created(batch, "batch");
				const { processed } = await client.getBatch(slug, {}, { signal });
				mustBe("processed", processed, batchSize);
			},
		},
		{
			name: `POST ${payPath}/{bulkActionSlug}/stop`,
			async run() {
				created(invoices[batchInvoices], "invoice");
				const outcomes = await stopBatch();
				mustBe("the number of results", outcomes.length, batchSize);
				// It may be paid, in part or as a whole, before it is stopped.
				const others = outcomes.filter(
					(outcome) => outcome !== "DONE" && outcome !== "BATCH_STOPPED",
				);
				mustBe("a result", others[0], undefined);
			},
		},
		{
			name: `GET ${payPath}`,
			run: () => mustList(2, () => client.listBatches({}, { signal })),
		},
	];
}
