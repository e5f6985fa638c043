import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { toApiEvent } from "../../test/support/api-event.ts";
import { quietRounds } from "../quiet-rounds.ts";
import type { Measurement } from "../ratio.ts";
import type { Client } from "../rig/client.ts";
import { markAsPaidEvent, toShortResource } from "../rig/mark-as-paid-event.ts";
import type { Rig } from "../rig/rig.ts";
import { apiKey } from "../rig/store.ts";

const payments = 30_000;
const rounds = 7;
const path = "/v1.0/payment/run";

/**
 * Client CPU of each step of a payment run, compared with a batch of the same payments that is accepted: what a run adds
 * to what it is paid with. The calls are counted in `test/functions/payment-runs/counts.test.ts`.
 */
export async function paymentRuns({
	bundles,
	queue,
	start,
	store,
}: Rig): Promise<Measurement[]> {
	const writing = start(bundles.paymentRuns);
	const reading = start(bundles.readRecords);
	const paying = start(bundles.markAsPaid);
	const slugs = await store.addInvoices(payments);

	async function measure() {
		const accepted = await accept();
		const created = await ask(writing, createEvent(toResources(slugs)));
		const checked = await check(reading, created.data.runId);
		const released = await release();
		// Nobody pays them.
		await queue.take();
		const share = (spent: number) => spent / accepted.cpuMilliseconds;
		return {
			creation: share(created.cpuMilliseconds),
			check: share(checked),
			release: share(released.cpuMilliseconds),
		};
	}

	/** An organization has one batch at a time, so each batch has an organization of its own. */
	async function accept() {
		const key = await store.addOrganization();
		return ask(paying, markAsPaidEvent(toResources(slugs), { key }));
	}

	async function release() {
		const key = await store.addOrganization();
		const { data } = await ask(writing, createEvent(toResources(slugs), key));
		return ask(writing, releaseEvent(data.runId, key));
	}

	await measure();
	const { samples, ...quiet } = await quietRounds(rounds, measure);
	const toRow = (step: keyof (typeof samples)[number], measured: string) => ({
		measure: `client CPU of ${measured} / a batch of it accepted`,
		samples: samples.map((sample) => sample[step]),
		...quiet,
	});
	return [
		toRow("creation", "a payment run of 30,000 created"),
		toRow("check", "its whole check, 30 pages"),
		toRow("release", "its release"),
	];
}

/** Each list is another one. */
const toResources = (slugs: readonly string[]) => slugs.map(toShortResource);

/** @returns The CPU milliseconds of all pages. */
async function check(reading: Client, runId: string): Promise<number> {
	let spent = 0;
	let items = 0;
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const { data, cpuMilliseconds } = await ask(
			reading,
			checkEvent(runId, cursor),
		);
		spent += cpuMilliseconds;
		items += data.items.length;
		cursor = data.nextCursor;
	}
	if (items !== payments) throw new Error(`${items} payments were checked`);
	return spent;
}

async function ask(client: Client, event: APIGatewayProxyEventV2) {
	const { response, cpuMilliseconds } = await client.ask({ event });
	const { statusCode, body } = response;
	if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
	return { data: JSON.parse(`${body}`).data, cpuMilliseconds };
}

const headersOf = (key: string) => ({
	authorization: `Api-Key ${key}`,
	"content-type": "application/json",
});

const createEvent = (resources: readonly object[], key = apiKey) =>
	toApiEvent({
		method: "POST",
		path,
		headers: headersOf(key),
		body: JSON.stringify({
			name: randomUUID(),
			resourceType: "INVOICE",
			resources,
		}),
	});

const checkEvent = (runId: string, cursor: string | undefined) =>
	toApiEvent({
		method: "GET",
		path: `${path}/${runId}/check`,
		routeKey: `GET ${path}/{runId}/check`,
		headers: headersOf(apiKey),
		pathParameters: { runId },
		...(cursor !== undefined && { queryStringParameters: { cursor } }),
	});

const releaseEvent = (runId: string, key: string) =>
	toApiEvent({
		method: "POST",
		path: `${path}/${runId}/release`,
		routeKey: `POST ${path}/{runId}/release`,
		headers: headersOf(key),
		pathParameters: { runId },
	});
