import { type Measurement, quantile, ratios } from "../ratio.ts";
import { type Load, paymentsPerSecond, startLoad } from "../rig/local/load.ts";
import { engineMegabytes } from "../rig/local/megabytes.ts";
import { type LocalStackProcess, npmStart } from "../rig/local/npm-start.ts";
import { recordCalls, toRequests } from "../rig/local/payments.ts";
import type { Rig } from "../rig/rig.ts";

const rounds = 5;
/** Payments of a sample, by the number of clients. */
const samplePayments = new Map([
	[1, 200],
	[8, 600],
	[64, 600],
]);
const warmUpPayments = 1_500;
const contendedPayments = 1_500;
const contendedInvoices = 10;
const memoryPayments = 10_000;
const memorySamples = 10;

interface Bench {
	rig: Rig;
	load: Load;
	stack: LocalStackProcess;
	/** Payments that the stack has carried out. */
	paid: number;
}

interface Paying {
	clients: number;
	/** Number of invoices. */
	count: number;
	url: string;
	/** The requests that pay an invoice. */
	toPayment: (slug: string) => string[];
}

/** One-invoice payments through `npm start` against the bare engine carrying out the same calls, and the memory that they take. */
export async function local(rig: Rig): Promise<Measurement[]> {
	const toCalls = await recordCalls(rig);
	await using stack = await npmStart(rig.engineUrl);
	const load = startLoad();
	const bench = { rig, load, stack, paid: 0 };
	await payByStack(bench, 64, warmUpPayments);
	const measurements: Measurement[] = [];
	for (const [clients, payments] of samplePayments) {
		const compared = await ratios(
			rounds,
			() => payByStack(bench, clients, payments),
			() =>
				pay(bench, {
					clients,
					count: payments,
					url: rig.engineUrl,
					toPayment: toCalls,
				}),
		);
		measurements.push({
			measure: `local: payments a second at ${clients} clients / the engine carrying out their calls`,
			...compared,
			...(clients === 64 && { target: { atLeast: 0.22 } }),
		});
	}
	measurements.push(await contended(bench), ...(await memory(bench)));
	await load.stop();
	return measurements;
}

/**
 * Pays new invoices.
 *
 * @returns Payments a second.
 * @throws When an invoice is unpaid afterwards.
 */
async function pay(
	{ rig: { store }, load }: Bench,
	{ clients, count, url, toPayment }: Paying,
): Promise<number> {
	const slugs = await store.addInvoices(count);
	const payments = slugs.map((slug) => toPayment(slug));
	const perSecond = await paymentsPerSecond(load, { url, clients, payments });
	await store.requirePaid(slugs);
	return perSecond;
}

function payByStack(bench: Bench, clients: number, count: number) {
	bench.paid += count;
	const { url } = bench.stack;
	return pay(bench, { clients, count, url, toPayment: toRequests });
}

/** Many clients pay parts of few invoices. */
async function contended(bench: Bench): Promise<Measurement> {
	const { rig, load, stack } = bench;
	bench.paid += contendedPayments;
	const slugs = await rig.store.addInvoices(contendedInvoices);
	const payments = Array.from({ length: contendedPayments }, (_, index) =>
		toRequests(slugs[index % contendedInvoices] ?? "", 0.01),
	);
	const { url } = stack;
	const perSecond = await paymentsPerSecond(load, {
		url,
		clients: 64,
		payments,
	});
	return {
		measure: `answers a second, 64 clients paying ${contendedInvoices} invoices`,
		samples: [perSecond],
	};
}

/** Measures memory during further payments. */
async function memory(bench: Bench): Promise<Measurement[]> {
	const { rig, stack, paid } = bench;
	const megabytes: number[] = [];
	for (let sample = 0; sample < memorySamples; sample++) {
		await payByStack(bench, 64, memoryPayments / memorySamples);
		megabytes.push(stack.megabytes());
	}
	const earlier = megabytes.slice(0, memorySamples / 2);
	const later = megabytes.slice(memorySamples / 2);
	return [
		{
			measure: `MB of the local stack, payments ${paid} to ${paid + memoryPayments}`,
			samples: megabytes,
			target: { atMost: 400 },
		},
		{
			measure: "the same, later five samples / median of the earlier five",
			samples: later.map((sample) => sample / quantile(earlier, 0.5)),
			target: { atMost: 1.05 },
		},
		{
			measure: "MB of the engine, all rows in memory",
			samples: [engineMegabytes(rig.engineUrl)],
		},
	];
}
