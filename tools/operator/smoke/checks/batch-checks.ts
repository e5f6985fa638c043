import { resourcesSyncMax } from "../../../../shared/batches/payment-batch.ts";
import { endBatches } from "../../../exhibits/payments/run-batch.ts";
import { type Check, mustBe, type SmokeContext } from "./check.ts";
import { mustBePaid, pay } from "./pay.ts";

/** More resources than one request pays at once, so that they are paid in the background. */
const batchSize = resourcesSyncMax + 20;

/** Invoices of the demo organization that no exhibit pays, and the amount of each. */
const invoices = ["inv-1004", "inv-1005"];
const amount = 1_000;

/** Pays invoices in turn in a batch, to its end. */
export const batchChecks = (context: SmokeContext): Check[] => [
	{
		name: `a batch of ${batchSize} payments`,
		async run() {
			const { client, service, signal } = context;
			// The exhibits have started batches.
			await endBatches(service);
			const resources = Array.from({ length: batchSize }, (_, index) => ({
				slug: invoices[index % invoices.length] ?? "",
				amount: 1,
			}));
			const { results } = await pay(context, resources);
			mustBePaid(results);
			for (const slug of invoices) {
				const { due } = await client.getInvoice(slug, { signal });
				mustBe("due", due, amount - batchSize / invoices.length);
			}
		},
	},
];
