import { randomUUID } from "node:crypto";
import type { TableSpeed } from "./assumptions.ts";
import { type QueueUsage, simulateQueue } from "./event-source.ts";
import { seedTable } from "./seed.ts";
import { accept, observe, startWorker } from "./simulated-functions.ts";
import { simulateTable } from "./simulated-table.ts";
import { sustainedRate } from "./sustained-rate.ts";
import { createVirtualTime } from "./virtual-time.ts";

export interface Setting {
	speed: TableSpeed;
	workers: number;
	organizations: number;
	/** How many invoices the one batch of each organization has. */
	invoices: number;
}

export interface Simulated {
	/** Invoices a second. */
	rate: number;
	/** Invoices a second that the table's write capacity allows. */
	rateMax: number;
	/** From the first request to the end of the last batch. */
	seconds: number;
	/** Time from the first request to the last answer. */
	acceptedMilliseconds: number;
	writeUnits: number;
	/** Write units used until all batches were accepted; the others are the workers'. */
	acceptedWriteUnits: number;
	readUnits: number;
	hottestKey: { key: string; writeUnits: number };
	queue: QueueUsage;
	/** As API Gateway bills the requests that brought the batches. */
	httpRequests: number;
}

/**
 * Pays a batch of each organization with the service's own code, on a virtual clock. One organization may have one batch
 * at a time, so that its rate is that of a whole batch, its request included. Of many organizations there is always
 * another batch.
 */
export async function simulate(
	engineUrl: string,
	{ speed, workers, organizations, invoices }: Setting,
): Promise<Simulated> {
	const name = `scale-${randomUUID()}`;
	const payers = await seedTable(name, engineUrl, { organizations, invoices });
	const time = createVirtualTime();
	const table = simulateTable(name, engineUrl, speed, time);
	const queue = simulateQueue(time);
	const simulation = { time, table, queue, ...observe() };
	const { ended } = simulation;
	const accepted = { milliseconds: 0, httpRequests: 0, writeUnits: 0 };
	await time.run(async () => {
		if (organizations === 1) table.limit({ startsEmpty: false });
		const accepting = payers.map(async (payer) => {
			const startedAt = time.now();
			accepted.httpRequests += await accept(simulation, payer);
			accepted.milliseconds += time.now() - startedAt;
			accepted.writeUnits = table.usage.writeUnits();
		});
		if (organizations > 1) {
			// Time is measured once all batches are queued and no unused capacity is left.
			await Promise.all(accepting);
			table.limit({ startsEmpty: true });
		}
		const started = await Promise.all(
			Array.from({ length: workers }, () => startWorker(simulation)),
		);
		await queue.process(started, () => ended.batches === organizations);
		await Promise.all(accepting);
	});
	await table.remove();
	if (ended.paid !== organizations * invoices)
		throw new Error(`${ended.paid} of ${organizations * invoices} were paid`);
	const seconds = time.now() / 1_000;
	const workersUnits = table.usage.writeUnits() - accepted.writeUnits;
	return {
		rate:
			organizations === 1
				? invoices / seconds
				: sustainedRate(table.usage.paidAt),
		rateMax: (speed.writes / workersUnits) * ended.paid,
		seconds,
		acceptedMilliseconds: accepted.milliseconds,
		httpRequests: accepted.httpRequests,
		acceptedWriteUnits: accepted.writeUnits,
		writeUnits: table.usage.writeUnits(),
		readUnits: table.usage.readUnits(),
		hottestKey: table.usage.hottestKey(),
		queue: queue.used,
	};
}
