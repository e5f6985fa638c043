import type { Chunk } from "../conventional/payment-worker.ts";
import { type Measurement, ratios } from "../ratio.ts";
import { toResource } from "../rig/mark-as-paid-event.ts";
import { payBatch, workOff } from "../rig/pay-batch.ts";
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
	const [own, theirs] = [[...slugs], [...slugs]];

	const payOwn = async () => {
		const resources = nextOf(own).map(toResource);
		const { worked } = await payBatch(functions, resources);
		return perSecond(worked);
	};
	const payTheirs = async () =>
		perSecond(await workOff(conventional, toMessages(nextOf(theirs))));

	await ratios(warmUpRounds, payOwn, payTheirs);
	const samples = await ratios(rounds, payOwn, payTheirs);
	await store.requirePaid(slugs);
	await store.requirePaidByBaseline(slugs);
	const measure = "worker: invoices per second / conventional worker";
	return [{ measure, samples, target: { atLeast: 2 } }];
}

const perSecond = (worked: readonly { wallMilliseconds: number }[]) =>
	(1000 * invoicesPerRound) /
	worked.reduce((sum, { wallMilliseconds }) => sum + wallMilliseconds, 0);

function toMessages(slugs: readonly string[]): string[] {
	const messages = [];
	for (let start = 0; start < slugs.length; start += invoicesPerChunk) {
		const chunk: Chunk = {
			batch: "conventional",
			chunk: start / invoicesPerChunk,
			resources: slugs.slice(start, start + invoicesPerChunk).map(toResource),
		};
		messages.push(JSON.stringify(chunk));
	}
	return messages;
}
