import { cpus } from "node:os";
import { type Rounds, roundsMax } from "../quiet-rounds.ts";
import { type Measurement, ratios } from "../ratio.ts";
import type { Client, Invoked } from "../rig/client.ts";
import { payInvoices } from "../rig/pay-invoices.ts";
import { createPayer } from "../rig/payer.ts";
import type { Rig } from "../rig/rig.ts";

const invoicesPerRequest = 100;
const warmUpRequests = 100;
const rounds = 41;

/** Measures the CPU time of a 100-invoice request in the function's process; engine and network run in others. */
export async function requestCpu(rig: Rig): Promise<Measurement[]> {
	const { markAsPaid, conventionalMarkAsPaid } = rig.bundles;
	const compared = await compare(rig, {
		service: rig.start(markAsPaid),
		baseline: rig.start(conventionalMarkAsPaid),
		cost: ({ cpuMilliseconds }) => cpuMilliseconds,
	});
	const measure = "client CPU of a 100-invoice request / conventional";
	const isIntel = cpus()[0]?.model.includes("Intel");
	return [{ measure, ...compared, target: { atMost: isIntel ? 0.055 : 0.07 } }];
}

/** Duration of the same request with 5 ms added to each call, 15 ms to each transaction. */
export async function requestWall(rig: Rig): Promise<Measurement[]> {
	const { markAsPaid, conventionalMarkAsPaid } = rig.bundles;
	const compared = await compare(rig, {
		service: rig.startSlow(markAsPaid),
		baseline: rig.startSlow(conventionalMarkAsPaid),
		cost: ({ wallMilliseconds }) => wallMilliseconds,
	});
	const measure =
		"wall of it, 5 ms added per call, 15 per transaction / conventional";
	return [{ measure, ...compared, target: { atMost: 0.22 } }];
}

async function compare(
	{ store }: Rig,
	clients: {
		service: Client;
		baseline: Client;
		cost: (invocation: Invoked) => number;
	},
): Promise<Rounds<number>> {
	const { service, baseline, cost } = clients;
	const requests = warmUpRequests + 2 * roundsMax(rounds);
	const slugs = await store.addInvoicesForBoth(requests * invoicesPerRequest);
	const pay = (client: Client) => async (some: string[]) =>
		cost(await payInvoices(client, some));
	const byService = createPayer(slugs, invoicesPerRequest, pay(service));
	const byBaseline = createPayer(slugs, invoicesPerRequest, pay(baseline));
	for (let request = 0; request < warmUpRequests; request++) {
		await byService.pay();
		await byBaseline.pay();
	}
	const compared = await ratios(rounds, byService.pay, byBaseline.pay);
	await store.requirePaid(byService.paid);
	await store.requirePaidByBaseline(byBaseline.paid);
	return compared;
}
