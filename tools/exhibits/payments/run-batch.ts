import { resourcesSyncMax } from "../../../shared/batches/payment-batch.ts";
import {
	getBatch,
	markAsPaid,
	stopBatch,
} from "../../../shared/endpoints/endpoints.ts";
import type { DemoService } from "../demo.ts";

export const batchSize = resourcesSyncMax + 1;

/** Starts a batch of payments, and returns its id. */
export async function startBatch({ send }: DemoService): Promise<string> {
	const resource = { slug: "inv-1002", amount: 0.01 };
	const resources = Array.from({ length: batchSize }, () => resource);
	const body = { resourceType: "INVOICE", resources };
	const { bulkActionSlug } = await send(markAsPaid, { body });
	return bulkActionSlug;
}

/** Starts a batch, stops it, and returns its id once it has ended: another one can be started then. */
export async function runBatch(service: DemoService): Promise<string> {
	const bulkActionSlug = await startBatch(service);
	const path = { bulkActionSlug };
	await service.send(stopBatch, { path, body: { reason: "Not needed" } });
	await service.until(async () => {
		const { status } = await service.send(getBatch, { path });
		return status === "DONE" ? undefined : `its status is ${status}`;
	});
	return bulkActionSlug;
}

/** The same for a reader who tries a request by hand. */
export const startFirst = `First send \`POST /v1.0/payment/mark-as-paid\` with more than ${resourcesSyncMax} resources, and enter the \`bulkActionSlug\` of its answer.`;
