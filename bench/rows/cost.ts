import { billedHttpRequests, toDollars } from "../prices.ts";
import type { Measurement } from "../ratio.ts";
import type { FunctionBundle } from "../rig/bundles.ts";
import type { Invoked } from "../rig/client.ts";
import { markAsPaidEvent, toResource } from "../rig/mark-as-paid-event.ts";
import { payBatch } from "../rig/pay-batch.ts";
import { payInvoices } from "../rig/pay-invoices.ts";
import type { Rig } from "../rig/rig.ts";

const warmUpRequests = 5;
const invoicesPerRequest = 100;
const warmUpInvoices = 1_000;
const invoicesPerBatch = 10_000;
const messagesPerSend = 10;

/** Computes the price of a million invoices from metered units and measured times. */
export async function cost(rig: Rig): Promise<Measurement[]> {
	const { markAsPaid, conventionalMarkAsPaid } = rig.bundles;
	return [
		{
			measure: "$ per million invoices, in requests of 100",
			samples: [await requestDollars(rig, markAsPaid)],
			target: { atMost: 0.8 },
		},
		{
			measure: "the same, conventional",
			samples: [await requestDollars(rig, conventionalMarkAsPaid)],
		},
		{
			measure: "$ per million invoices, in a batch of 10,000",
			samples: [await batchDollars(rig)],
			target: { atMost: 1.05 },
		},
	];
}

async function requestDollars(
	{ startSlow, store, slowGateway }: Rig,
	bundle: FunctionBundle,
): Promise<number> {
	const client = startSlow(bundle);
	const slugs = await store.addInvoicesForBoth(
		(warmUpRequests + 1) * invoicesPerRequest,
	);
	const next = () => slugs.splice(0, invoicesPerRequest);
	for (let request = 0; request < warmUpRequests; request++)
		await payInvoices(client, next());

	await slowGateway.read();
	const invocation = await payInvoices(client, next());
	const dollars = toDollars({
		...(await slowGateway.read()),
		queueRequests: 0,
		httpRequests: 1,
		...functionUsage(bundle, [invocation]),
	});
	return (dollars / invoicesPerRequest) * 1e6;
}

async function batchDollars(rig: Rig): Promise<number> {
	const { bundles, queue, startSlow, store, slowGateway } = rig;
	const functions = {
		markAsPaid: startSlow(bundles.markAsPaid),
		worker: startSlow(bundles.paymentWorker),
		queue,
	};
	const warmUp = await store.addInvoices(warmUpInvoices);
	await payBatch(functions, warmUp.map(toResource));
	const slugs = await store.addInvoices(invoicesPerBatch);
	const resources = slugs.map(toResource);

	await slowGateway.read();
	const { accepted, invocations, messages } = await payBatch(
		functions,
		resources,
	);
	const { readUnits, writeUnits } = await slowGateway.read();
	await store.requirePaid(slugs);
	const accepting = functionUsage(bundles.markAsPaid, [accepted]);
	const working = functionUsage(bundles.paymentWorker, invocations);
	const { body = "" } = markAsPaidEvent(resources);
	const dollars = toDollars({
		readUnits,
		writeUnits,
		// Each invocation's messages are received, and deleted, together.
		queueRequests:
			Math.ceil(messages / messagesPerSend) + 2 * invocations.length,
		httpRequests: billedHttpRequests(body),
		invocations: accepting.invocations + working.invocations,
		gigabyteSeconds: accepting.gigabyteSeconds + working.gigabyteSeconds,
	});
	return (dollars / invoicesPerBatch) * 1e6;
}

function functionUsage(
	{ memoryMegabytes }: FunctionBundle,
	invocation: readonly Invoked[],
) {
	const milliseconds = invocation.reduce(
		(sum, { wallMilliseconds }) => sum + wallMilliseconds,
		0,
	);
	return {
		invocations: invocation.length,
		gigabyteSeconds: ((milliseconds / 1000) * memoryMegabytes) / 1024,
	};
}
