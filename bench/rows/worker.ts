import { inGroups } from "../../shared/runtime/in-groups.ts";
import type { Chunk } from "../conventional/payment-worker.ts";
import { type Measurement, ratios } from "../ratio.ts";
import { toResource } from "../rig/mark-as-paid-event.ts";
import { payBatch, processMessages } from "../rig/pay-batch.ts";
import type { Rig } from "../rig/rig.ts";

const rounds = 7;
const warmUpRounds = 2;
const invoicesPerChunk = 100;
const invoicesPerRound = 1_000;

/** Throughput of one worker, limited only by the engine. */
export async function workerThroughput(rig: Rig): Promise<Measurement[]> {
	const { bundles, queue, store } = rig;
	const functions = {
		markAsPaid: rig.start(bundles.markAsPaid),
		worker: rig.start(bundles.paymentWorker),
		queue,
	};
	const conventional = rig.start(bundles.conventionalWorker);
	const all = (warmUpRounds + rounds) * invoicesPerRound;
	const slugs = await store.addInvoicesForBoth(all);
	const nextOf = (supply: string[]) => supply.splice(0, invoicesPerRound);
	const [serviceSlugs, baselineSlugs] = [[...slugs], [...slugs]];

	const payWithService = async () => {
		const resources = nextOf(serviceSlugs).map(toResource);
		const { invocations } = await payBatch(functions, resources);
		return perSecond(invocations);
	};
	const payWithBaseline = async () =>
		perSecond(
			await processMessages(conventional, toMessages(nextOf(baselineSlugs))),
		);

	await ratios(warmUpRounds, payWithService, payWithBaseline);
	const samples = await ratios(rounds, payWithService, payWithBaseline);
	await store.requirePaid(slugs);
	await store.requirePaidByBaseline(slugs);
	const measure = "worker: invoices per second / conventional worker";
	return [{ measure, samples, target: { atLeast: 2 } }];
}

const perSecond = (invocations: readonly { wallMilliseconds: number }[]) =>
	(1000 * invoicesPerRound) /
	invocations.reduce((sum, { wallMilliseconds }) => sum + wallMilliseconds, 0);

function toMessages(slugs: readonly string[]): string[] {
	return [...inGroups(slugs, invoicesPerChunk)].map((group, index) => {
		const resources = group.map(toResource);
		const chunk: Chunk = { batch: "conventional", chunk: index, resources };
		return JSON.stringify(chunk);
	});
}
