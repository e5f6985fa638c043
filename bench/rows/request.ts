import { inGroups } from "../../shared/runtime/in-groups.ts";
import { type Measurement, ratios } from "../ratio.ts";
import type { Client, Invoked } from "../rig/client.ts";
import { payInvoices } from "../rig/pay-invoices.ts";
import type { Rig } from "../rig/rig.ts";

const invoicesPerRequest = 100;
const warmUpRequests = 30;
const rounds = 41;

/** CPU time of a 100-invoice request in the function's process; engine and network run in others. */
export async function requestCpu(rig: Rig): Promise<Measurement[]> {
	const { markAsPaid, conventionalMarkAsPaid } = rig.bundles;
	const samples = await compare(rig, {
		service: rig.start(markAsPaid),
		baseline: rig.start(conventionalMarkAsPaid),
		cost: ({ cpuMilliseconds }) => cpuMilliseconds,
	});
	const measure = "client CPU of a 100-invoice request / conventional";
	return [{ measure, samples, target: { atMost: 0.06 } }];
}

/** Duration of the same request with 5 ms added to each call, 15 ms to each transaction. */
export async function requestWall(rig: Rig): Promise<Measurement[]> {
	const { markAsPaid, conventionalMarkAsPaid } = rig.bundles;
	const samples = await compare(rig, {
		service: rig.startSlow(markAsPaid),
		baseline: rig.startSlow(conventionalMarkAsPaid),
		cost: ({ wallMilliseconds }) => wallMilliseconds,
	});
	const measure =
		"wall of it, 5 ms added per call, 15 per transaction / conventional";
	return [{ measure, samples, target: { atMost: 0.15 } }];
}

async function compare(
	{ store }: Rig,
	clients: {
		service: Client;
		baseline: Client;
		cost: (invocation: Invoked) => number;
	},
): Promise<number[]> {
	const { service, baseline, cost } = clients;
	const slugs = await store.addInvoicesForBoth(
		(warmUpRequests + rounds) * invoicesPerRequest,
	);
	const payWithService = payer(service, slugs, cost);
	const payWithBaseline = payer(baseline, slugs, cost);
	await ratios(warmUpRequests, payWithService, payWithBaseline);
	const samples = await ratios(rounds, payWithService, payWithBaseline);
	await store.requirePaid(slugs);
	await store.requirePaidByBaseline(slugs);
	return samples;
}

/** Pays the next invoices by one request; returns its cost. */
function payer(
	client: Client,
	slugs: readonly string[],
	cost: (invocation: Invoked) => number,
) {
	const requests = inGroups(slugs, invoicesPerRequest);
	return async (): Promise<number> => {
		const { value = [] } = requests.next();
		return cost(await payInvoices(client, value));
	};
}
