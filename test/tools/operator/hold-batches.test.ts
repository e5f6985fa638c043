import { describe, expect, it } from "vitest";
import { holdBatchGuard } from "../../../shared/batches/batch-guard.store.ts";
import { batchGuardKey } from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import {
	holdBatches,
	releaseBatches,
} from "../../../tools/operator/batches/hold-batches.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	before,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import { batchMin, resourcesOf, startBatch } from "../../support/batches.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(batchMin) }));

describe("contract 5: batch hold and batch release", () => {
	const guard = async () =>
		(await batchGet(world.table, [batchGuardKey("acme")]))[0];

	it("7.4: the organization starts no batch between them", async () => {
		await holdBatches(world.table, "acme", world.time.now);
		// By its time, a guard that was forgotten is noticed.
		expect(await guard()).toMatchObject({
			holder: "operator",
			heldAt: world.time.now.toISOString(),
		});
		expect(await pay(world, resourcesOf(batchMin))).toMatchObject({
			status: 409,
			body: { error: { code: "MAP_BATCH_IN_PROGRESS" } },
		});
		await releaseBatches(world.table, "acme");
		await startBatch(world, resourcesOf(batchMin));
	});

	it("a guard that is set refuses another, by any holder", async () => {
		await holdBatches(world.table, "acme", world.time.now);
		await expect(
			holdBatches(world.table, "acme", world.time.now),
		).rejects.toThrow("operator already holds the batches of acme");
		await releaseBatches(world.table, "acme");
		const slug = await startBatch(world, resourcesOf(batchMin));
		await expect(
			holdBatches(world.table, "acme", world.time.now),
		).rejects.toThrow(`Batch ${slug} is running in acme`);
	});

	it("release refuses the guard of a batch of ours, and leaves it", async () => {
		const slug = await startBatch(world, resourcesOf(batchMin));
		world.gateway.meter.reset();
		await expect(releaseBatches(world.table, "acme")).rejects.toThrow(
			`The guard of acme belongs to batch ${slug}`,
		);
		expect(world.gateway.meter.read().calls).toBe(1);
		expect(await guard()).toMatchObject({ bulkActionSlug: slug });
	});

	const byWeb = {
		holder: "web",
		hold: () => holdBatchGuard(world.table, "acme", "web", world.time.now),
		message: "web has set the guard of acme anew",
	};
	const byBatch = {
		holder: "mark-as-paid",
		hold: () => startBatch(world, resourcesOf(batchMin)),
		message: "The guard of acme belongs to batch ",
	};
	it.each([
		{ ...byWeb, heldAt: new Date("2026-11-21T09:59:00Z") },
		{ ...byWeb, heldAt: undefined },
		// The guard of a batch has no time either.
		{ ...byBatch, heldAt: undefined },
	])(
		"release does not remove a guard that $holder set after it had read an earlier one, whose time is $heldAt",
		async ({ heldAt, hold, holder, message }) => {
			await holdBatchGuard(world.table, "acme", "web", heldAt);
			const setAnew = world.gateway.faults.add({
				operation: "DeleteItem",
				times: 1,
				effect: before(async () => {
					setAnew.remove();
					await releaseBatches(world.table, "acme");
					await hold();
				}),
			});
			await expect(releaseBatches(world.table, "acme")).rejects.toThrow(
				message,
			);
			expect(await guard()).toMatchObject({ holder });
		},
	);

	it("if the answer to release is lost, the guard that it removed is not mistaken for a new one", async () => {
		await holdBatches(world.table, "acme", world.time.now);
		const lost = world.gateway.faults.add({
			operation: "DeleteItem",
			times: 1,
			effect: loseAnswer(),
		});
		await releaseBatches(world.table, "acme");
		expect(lost.hits).toBe(1);
		expect(await guard()).toBeUndefined();
	});
});
