import { expect, it } from "vitest";
import { findBatches } from "../../../shared/batches/batch-list.store.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	chunks,
	deliver,
	notStopped,
	resourcesOf,
	startBatch,
	workOff,
} from "../../support/batches.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { page, walk } from "./records.ts";

const path = "/v1.0/payment/mark-as-paid";

const world = useWorld(() => acme({ invoices: payableInvoices(chunks(2)) }));

it("R8: a batch that is running, and one that has ended", async () => {
	const bulkActionSlug = await startBatch(world, resourcesOf(chunks(2) + 1));
	const batch = {
		bulkActionSlug,
		total: chunks(2) + 1,
		createdAt: "2026-11-21T10:00:00.000Z",
		...notStopped,
	};
	const [first = "", ...others] = world.queue.take();
	await deliver(world, [first]);
	expect((await page(world, path)).items).toEqual([
		{
			...batch,
			status: "PENDING",
			counts: expect.objectContaining({ ERROR: 0, SKIPPED: 0 }),
			finishedAt: null,
		},
	]);
	passSeconds(world, 5);
	await deliver(world, others);
	expect((await page(world, path)).items).toEqual([
		{
			...batch,
			status: "DONE",
			counts: { DONE: chunks(2), ERROR: 1, SKIPPED: 0 },
			finishedAt: "2026-11-21T10:00:05.000Z",
		},
	]);
});

it("R8: batches newest first, page by page", async () => {
	const slugs: string[] = [];
	for (let round = 0; round < 5; round++) {
		slugs.push(await startBatch(world, resourcesOf(chunks(2), 1)));
		await workOff(world);
		passSeconds(world, 1);
	}
	for (const limit of ["1", "2", "5", "100"]) {
		const found = await walk(world, path, { limit });
		expect(found.map(({ bulkActionSlug }) => bulkActionSlug)).toEqual(
			[...slugs].reverse(),
		);
	}
	const listed = await findBatches(world.table, "acme");
	expect(listed.map(({ bulkActionSlug }) => bulkActionSlug)).toEqual(
		slugs.reverse(),
	);
});

it("R8: a batch that was aborted is not listed", async () => {
	const fault = world.gateway.faults.add({
		operation: "BatchWriteItem",
		effect: async () => "disconnected",
	});
	expect((await pay(world, resourcesOf(chunks(2)))).status).toBe(500);
	fault.remove();
	expect(await page(world, path)).toEqual({ items: [], nextCursor: null });
	const bulkActionSlug = await startBatch(world, resourcesOf(chunks(2)));
	expect((await page(world, path)).items).toMatchObject([{ bulkActionSlug }]);
});

it("R8: a batch that has expired is not listed, whenever the store removes it", async () => {
	await startBatch(world, resourcesOf(chunks(2)));
	await workOff(world);
	passSeconds(world, 90 * 86_400 - 1);
	expect((await page(world, path)).items).toHaveLength(1);
	passSeconds(world, 1);
	expect((await page(world, path)).items).toEqual([]);
});
