import { randomUUID } from "node:crypto";
import { type Measurement, ratios } from "../ratio.ts";
import type { Client } from "../rig/client.ts";
import { markAsPaidEvent, toResource } from "../rig/mark-as-paid-event.ts";
import {
	attemptEvent,
	createEvent,
	detailsEvent,
	listEvent,
} from "../rig/record-events.ts";
import type { Rig } from "../rig/rig.ts";

const rounds = 31;
const warmUpRequests = 20;
const recordsPerRequest = 100;

/** The client and the next event of each side. */
interface Side {
	client: Client;
	event: () => object;
}

/** CPU time and calls of the other endpoints, compared with a conventional implementation. */
export async function records(rig: Rig): Promise<Measurement[]> {
	const { bundles, startSlow } = rig;
	const create = {
		service: startSlow(bundles.createInvoices),
		baseline: startSlow(bundles.conventionalCreateInvoices),
	};
	const read = {
		service: startSlow(bundles.readRecords),
		baseline: startSlow(bundles.conventionalReadInvoices),
	};
	// First: this imports the organization.
	const attempt = await attemptReaders(rig);
	const creation = () => createEvent(recordsPerRequest);
	const page = () => listEvent(recordsPerRequest);
	return [
		// Before the list, which is of what this creates.
		...(await compare(rig, "100 invoices created", {
			service: { client: create.service, event: creation },
			baseline: { client: create.baseline, event: creation },
		})),
		...(await compare(rig, "a list page of 100 invoices", {
			service: { client: read.service, event: page },
			baseline: { client: read.baseline, event: page },
		})),
		...(await compare(rig, "an invoice by its id", {
			service: await reader(read.service, create.service),
			baseline: await reader(read.baseline, create.baseline),
		})),
		...(await compare(rig, "the attempt of a 100-invoice request", attempt)),
	];
}

async function compare(
	{ slowGateway }: Rig,
	title: string,
	sides: { service: Side; baseline: Side },
): Promise<Measurement[]> {
	const cpu = (side: Side) => async () => (await ask(side)).cpuMilliseconds;
	const service = cpu(sides.service);
	const baseline = cpu(sides.baseline);
	for (let request = 0; request < warmUpRequests; request++) {
		await service();
		await baseline();
	}
	const calls = async (side: Side) => {
		await slowGateway.read();
		await ask(side);
		return (await slowGateway.read()).calls;
	};
	return [
		{
			measure: `client CPU of ${title} / conventional`,
			...(await ratios(rounds, service, baseline)),
		},
		{
			measure: "calls of it / conventional",
			samples: [(await calls(sides.service)) / (await calls(sides.baseline))],
		},
	];
}

async function ask({ client, event }: Side) {
	const invoked = await client.ask({ event: event() });
	const { statusCode, body } = invoked.response;
	if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
	return invoked;
}

/** Reads an invoice that was just created. */
async function reader(client: Client, creator: Client): Promise<Side> {
	const { response } = await ask({
		client: creator,
		event: () => createEvent(1),
	});
	const { data } = JSON.parse(`${response.body}`);
	return { client, event: () => detailsEvent(data.created[0].id) };
}

/** Both sides read the attempt of a request that each of them carried out. */
async function attemptReaders({ bundles, startSlow, store }: Rig) {
	const slugs = await store.addInvoicesForBoth(recordsPerRequest);
	const idempotencyKey = randomUUID();
	const pay = markAsPaidEvent(slugs.map(toResource), { idempotencyKey });
	for (const bundle of [bundles.markAsPaid, bundles.conventionalMarkAsPaid])
		await ask({ client: startSlow(bundle), event: () => pay });
	const event = () => attemptEvent(idempotencyKey);
	return {
		service: { client: startSlow(bundles.readAttempts), event },
		baseline: { client: startSlow(bundles.conventionalReadAttempt), event },
	};
}
