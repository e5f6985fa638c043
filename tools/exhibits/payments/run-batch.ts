import { resourcesSyncMax } from "../../../shared/batches/payment-batch.ts";
import {
	getBatch,
	listBatches,
	markAsPaid,
	stopBatch,
} from "../../../shared/endpoints/endpoints.ts";
import type { DemoService } from "../demo.ts";

export const batchSize = resourcesSyncMax + 1;

/** Starts a batch of payments, and returns its id. */
export async function startBatch(service: DemoService): Promise<string> {
	await endBatches(service);
	const resource = { slug: "inv-1002", amount: 0.01 };
	const resources = Array.from({ length: batchSize }, () => resource);
	const body = { resourceType: "INVOICE", resources };
	const { bulkActionSlug } = await service.send(markAsPaid, { body });
	return bulkActionSlug;
}

/** Starts a batch, and returns its id once it has ended. */
export async function runBatch(service: DemoService): Promise<string> {
	const bulkActionSlug = await startBatch(service);
	await endBatches(service);
	return bulkActionSlug;
}

/** Stops the batch that runs, if there is one, and waits for its end, so that another can be started. */
export async function endBatches(service: DemoService) {
	const { items } = await service.send(listBatches, {});
	for (const { bulkActionSlug, status } of items) {
		if (status === "DONE") continue;
		const path = { bulkActionSlug };
		await service.send(stopBatch, { path, body: { reason: "Not needed" } });
		await service.until(async () => {
			const batch = await service.send(getBatch, { path });
			return batch.status === "DONE"
				? undefined
				: `its status is ${batch.status}`;
		});
	}
}

/** Tells a reader who tries a request by hand how to start a batch. */
export const startFirst = `First send \`POST /v1.0/payment/mark-as-paid\` with more than ${resourcesSyncMax} resources, and enter the \`bulkActionSlug\` of its answer.`;
