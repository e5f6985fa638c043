import type { Measurement } from "../ratio.ts";
import { toShortResource } from "../rig/mark-as-paid-event.ts";
import { payBatch } from "../rig/pay-batch.ts";
import type { Rig } from "../rig/rig.ts";

const few = 1_000;
const many = 40_000;
const warmUpBatches = 3;
const smallBatches = 4;

/** Client CPU per invoice of a large batch against small ones, which run before and after it. */
export async function growth(rig: Rig): Promise<Measurement[]> {
	const { bundles, queue, store } = rig;
	const functions = {
		markAsPaid: rig.start(bundles.markAsPaid),
		worker: rig.start(bundles.paymentWorker),
		queue,
	};
	const cpuPerInvoice = async (count: number) => {
		const slugs = await store.addInvoices(count);
		const resources = slugs.map(toShortResource);
		const { accepted, invocations } = await payBatch(functions, resources);
		await store.requirePaid(slugs);
		const spent = [accepted, ...invocations].reduce(
			(sum, { cpuMilliseconds }) => sum + cpuMilliseconds,
			0,
		);
		return spent / count;
	};
	const small = async (batches: number) => {
		const spent = [];
		for (let batch = 0; batch < batches; batch++)
			spent.push(await cpuPerInvoice(few));
		return spent;
	};

	await small(warmUpBatches);
	const before = await small(smallBatches);
	const large = await cpuPerInvoice(many);
	const after = await small(smallBatches);
	return [
		{
			measure:
				"growth: client CPU per invoice, batch of 40,000 / batch of 1,000",
			samples: [...before, ...after].map((spent) => large / spent),
			target: { atMost: 1.2 },
		},
	];
}
