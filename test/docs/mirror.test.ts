import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DynamoDBRecord } from "aws-lambda";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ProcurementPaymentsClient } from "../../client/src/index.ts";
import { openClient } from "../client/support/world-client.ts";
import { payableInvoices } from "../support/acme.ts";
import { drop } from "../support/aws-gateway/faults/effects.ts";
import { resourcesOf } from "../support/batches.ts";
import {
	acmeWithVendors,
	createInvoice,
	patchInvoice,
} from "../support/created-invoices.ts";
import { deliverToPublisher } from "../support/notify.ts";
import { passSeconds } from "../support/pass-time.ts";
import { pay } from "../support/pay.ts";
import { paymentsOf, reverse } from "../support/reversals.ts";
import { recordsOf } from "../support/stream-records.ts";
import { useWorld } from "../support/use-world.ts";

const mirror = "../../docs/guides/mirror.js";
const {
	sync,
}: {
	sync(client: ProcurementPaymentsClient, file: string): Promise<void>;
} = await import(mirror);

const world = useWorld(() => acmeWithVendors({ invoices: payableInvoices(5) }));
let folder: string;
let file: string;
beforeEach(async () => {
	world.skipPauses();
	folder = await mkdtemp(join(tmpdir(), "mirror-"));
	file = join(folder, "copy.json");
});
afterEach(() => rm(folder, { recursive: true }));

const client = () => openClient(world).client;

/** The copy that is right: what the service shows of each invoice. */
async function invoicesNow() {
	const { body } = await world.get("/v1.0/invoice", { limit: "100" });
	const all = body.data.items.map(async ({ id }: { id: string }) => {
		const record = (await world.get(`/v1.0/invoice/${id}`)).body.data;
		return [id, { ...record, payments: await paymentsOf(world, id) }];
	});
	return Object.fromEntries(await Promise.all(all));
}

const copied = async () => JSON.parse(await readFile(file, "utf8")).invoices;

const deliver = (records: readonly DynamoDBRecord[]) =>
	deliverToPublisher(world, records, { hasFeed: true });

/** Changes of all kinds, and what the stream has of them. */
const changes = () =>
	recordsOf(world, async () => {
		await pay(world, resourcesOf(3, 1));
		const id = await createInvoice(world);
		await patchInvoice(world, id, { state: "APPROVED" });
		await pay(world, [{ slug: id, amount: 100 }]);
		const [{ id: paymentId }] = await paymentsOf(world, id);
		await reverse(world, { slug: id, paymentId });
	});

it("docs/guides/keep-a-copy-in-sync.md: the copy is right after the first run, and after each later one", async () => {
	await deliver(await changes());
	await sync(client(), file);
	expect(await copied()).toEqual(await invoicesNow());
	const records = await recordsOf(world, () => pay(world, resourcesOf(5, 1)));
	await deliver(records);
	await sync(client(), file);
	expect(await copied()).toEqual(await invoicesNow());
});

it("docs/guides/keep-a-copy-in-sync.md: the copy is right after kills of the mirror and of the publisher between any two calls", async () => {
	await sync(client(), file);
	for (let calls = 0; calls < 12; calls++) {
		const records = await changesOnce(calls);
		const publisher = world.addFault({ skip: calls % 4, effect: drop() });
		await deliver(records);
		publisher.remove();
		const reader = world.addFault({ skip: calls, effect: drop() });
		await sync(client(), file).catch(() => undefined);
		reader.remove();
		await deliver(records);
		await sync(client(), file);
		expect(await copied(), `after ${calls} calls`).toEqual(await invoicesNow());
	}
});

/** One of the changes, each time another one. */
const changesOnce = (turn: number) =>
	recordsOf(world, async () => {
		const invoiceNumber = `N-${turn}`;
		const id = await createInvoice(world, { invoiceNumber });
		if (turn % 3 === 0) return;
		await patchInvoice(world, id, { state: "APPROVED" });
		await pay(world, [{ slug: id, amount: 10 }, ...resourcesOf(2, 1)]);
	});

it("docs/guides/keep-a-copy-in-sync.md: after a pause longer than events are kept, everything is read again", async () => {
	await sync(client(), file);
	await deliver(await changes());
	passSeconds(world, 40 * 86_400);
	await deliver(await recordsOf(world, () => pay(world, resourcesOf(1, 1))));
	await sync(client(), file);
	expect(await copied()).toEqual(await invoicesNow());
});
