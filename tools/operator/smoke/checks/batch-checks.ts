import type { PaymentResource } from "../../../../client/src/index.ts";
import { resourcesSyncMax } from "../../../../shared/batches/payment-batch.ts";
import { type Check, created, mustBe, type SmokeContext } from "./check.ts";
import { mustBePaid, pay } from "./pay.ts";

const path = "/v1.0/payment/mark-as-paid";

/** Paid in the background. */
const batchSize = resourcesSyncMax + 20;

/**
 * Pays invoices in a batch, and stops another one.
 *
 * @param amount Due of each invoice before.
 * @param invoices Their ids; throws when they were not created.
 */
export function batchChecks(
	context: SmokeContext,
	amount: number,
	invoices: () => readonly string[],
): Check[] {
	const { client, signal, mustList } = context;
	let batch: string | undefined;
	return [
		{
			name: `a batch of ${batchSize} payments`,
			async run() {
				const slugs = invoices();
				const outcome = await pay(context, "smoke-batch", inTurn(slugs, 1));
				mustBePaid(outcome.results);
				batch = outcome.bulkActionSlug ?? undefined;
				for (const slug of slugs) {
					const { due } = await client.getInvoice(slug, { signal });
					mustBe("due", due, amount - batchSize / slugs.length);
				}
			},
		},
		{
			name: `GET ${path}/{bulkActionSlug}`,
			async run() {
				const slug = created(batch, "batch");
				const { processed } = await client.getBatch(slug, {}, { signal });
				mustBe("processed", processed, batchSize);
			},
		},
		{
			name: `POST ${path}/{bulkActionSlug}/stop`,
			async run() {
				const outcomes = await stopBatch(context, inTurn(invoices(), 0.01));
				// It may be paid, in part or as a whole, before it is stopped.
				const others = outcomes.filter(
					(outcome) => outcome !== "DONE" && outcome !== "BATCH_STOPPED",
				);
				mustBe("a result", others[0], undefined);
			},
		},
		{
			name: `GET ${path}`,
			run: () => mustList(2, () => client.listBatches({}, { signal })),
		},
	];
}

/** A batch of payments of so much for the invoices in turn. */
const inTurn = (slugs: readonly string[], amount: number): PaymentResource[] =>
	Array.from({ length: batchSize }, (_, index) => ({
		slug: slugs[index % slugs.length] ?? "",
		amount,
	}));

/** Starts a batch, and stops it as soon as its id is known. */
async function stopBatch(
	context: SmokeContext,
	resources: readonly PaymentResource[],
) {
	const { client, signal } = context;
	let stopping: ReturnType<typeof client.stopBatch> | undefined;
	const { results } = await pay(
		context,
		"smoke-stop",
		resources,
		({ bulkActionSlug }) => {
			if (bulkActionSlug === null) return;
			const stop = { reason: "Smoke test" };
			stopping ??= client.stopBatch(bulkActionSlug, stop, { signal });
			// It is thrown where the answer is awaited.
			stopping.catch(() => {});
		},
	);
	mustBe("total", (await stopping)?.total, batchSize);
	return results.map(({ status, reason }) => reason ?? status);
}
