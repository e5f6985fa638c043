import { batchChecks } from "./batch-checks.ts";
import { type Check, created, mustBe, type SmokeContext } from "./check.ts";
import { mustBePaid, pay } from "./pay.ts";
import { vendorId } from "./record-checks.ts";

const invoicePath = "/v1.0/invoice";
const amount = 1_000;

/** Invoices of the batch: few, so that little is left to delete. */
const batchInvoices = 2;

/** Creates invoices, pays one, and pays the others in a batch. */
export function paymentChecks(context: SmokeContext): Check[] {
	/** Ids; the first invoice is paid at once, the others by the batch. */
	const invoices: string[] = [];
	return [
		...invoiceChecks(context, invoices),
		...singlePaymentChecks(context, () => created(invoices[0], "invoice")),
		...batchChecks(context, amount, () => {
			created(invoices[batchInvoices], "invoice");
			return invoices.slice(1);
		}),
	];
}

/** @param invoices Receives the ids. */
function invoiceChecks(
	{ client, signal, today, mustList }: SmokeContext,
	invoices: string[],
): Check[] {
	const count = 1 + batchInvoices;
	return [
		{
			name: `POST ${invoicePath}/bulk`,
			async run() {
				const bodies = Array.from({ length: count }, (_, index) => ({
					invoiceNumber: `SMOKE-${index}`,
					vendorId,
					amount,
					invoiceDate: today,
				}));
				const body = { invoices: bodies };
				const answer = await client.createInvoices(body, { signal });
				invoices.push(...answer.created.map(({ id }) => id));
				mustBe("successCount", answer.successCount, count);
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
			run: () => mustList(1 + count, () => client.listInvoices({}, { signal })),
		},
	];
}

/** Pays an invoice and reverses the payment. */
function singlePaymentChecks(
	context: SmokeContext,
	invoice: () => string,
): Check[] {
	const { client, signal, mustList } = context;
	const dueMustBe = async (expected: number) => {
		const { due } = await client.getInvoice(invoice(), { signal });
		mustBe("due", due, expected);
	};
	const payments = () => client.listInvoicePayments(invoice(), {}, { signal });
	const key = "smoke-pay";
	return [
		{
			name: "POST /v1.0/payment/mark-as-paid",
			async run() {
				const resource = { slug: invoice(), amount: 0.1, utr: "SMOKE" };
				const { results } = await pay(context, key, [resource]);
				mustBePaid(results);
			},
		},
		{
			name: "GET /v1.0/attempt/mark-as-paid",
			async run() {
				const attempt = await client.getMarkAsPaidAttempt(key, { signal });
				mustBe("the result", attempt?.results?.[0]?.status, "RECORDED");
			},
		},
		{
			name: `GET ${invoicePath}/{id}`,
			run: () => dueMustBe(amount - 0.1),
		},
		{
			name: `GET ${invoicePath}/{id}/payments`,
			run: () => mustList(1, payments),
		},
		{
			name: `POST ${invoicePath}/{id}/payments/{paymentId}/reversal`,
			async run() {
				for await (const { id } of payments()) {
					const body = { reason: "Smoke test" };
					const options = { signal };
					const reversed = await client.reversePayment(
						invoice(),
						id,
						body,
						options,
					);
					mustBe("reversalReason", reversed.reversalReason, body.reason);
				}
				await dueMustBe(amount);
			},
		},
	];
}
