import { chunkResourcesMax } from "../../shared/batches/chunks/to-chunks.store.ts";
import { inGroups } from "../../shared/collections/in-groups.ts";
import type { Chunk } from "../conventional/payment-worker.ts";
import { roundsMax } from "../quiet-rounds.ts";
import { type Measurement, ratios } from "../ratio.ts";
import { toResource } from "../rig/mark-as-paid-event.ts";
import { payBatch, processMessages } from "../rig/pay-batch.ts";
import { createPayer } from "../rig/payer.ts";
import type { Rig } from "../rig/rig.ts";

const rounds = 7;
const warmUpRounds = 2;
const invoicesPerRound = 1_000;

/** Measures the throughput of one worker, limited by the engine only. */
export async function workerThroughput(rig: Rig): Promise<Measurement[]> {
	const { bundles, queue, store } = rig;
	const functions = {
		markAsPaid: rig.start(bundles.markAsPaid),
		worker: rig.start(bundles.paymentWorker),
		queue,
	};
	const conventional = rig.start(bundles.conventionalWorker);
	// Each round has two samples of the service.
	const samples = 2 * (warmUpRounds + roundsMax(rounds));
	const slugs = await store.addInvoicesForBoth(samples * invoicesPerRound);

	const byService = createPayer(slugs, invoicesPerRound, async (some) => {
		const { invocations } = await payBatch(functions, some.map(toResource));
		return perSecond(invocations);
	});
	const byBaseline = createPayer(slugs, invoicesPerRound, async (some) =>
		perSecond(await processMessages(conventional, toMessages(some))),
	);
	for (let round = 0; round < warmUpRounds; round++) {
		await byService.pay();
		await byBaseline.pay();
	}
	const compared = await ratios(rounds, byService.pay, byBaseline.pay);
	await store.requirePaid(byService.paid);
	await store.requirePaidByBaseline(byBaseline.paid);
	const measure = "worker: invoices per second / conventional worker";
	return [{ measure, ...compared, target: { atLeast: 7 } }];
}

const perSecond = (invocations: readonly { wallMilliseconds: number }[]) =>
	(1000 * invoicesPerRound) /
	invocations.reduce((sum, { wallMilliseconds }) => sum + wallMilliseconds, 0);

function toMessages(slugs: readonly string[]): string[] {
	return [...inGroups(slugs, chunkResourcesMax)].map((group, index) => {
		const resources = group.map(toResource);
		const chunk: Chunk = { batch: "conventional", chunk: index, resources };
		return JSON.stringify(chunk);
	});
}
