import { expect } from "vitest";
import { findBatches } from "../../shared/batches/batch-list.store.ts";
import { expectSettled, sweep, sweepTimes, workOff } from "./batches.ts";
import { invoiceState } from "./invoices.ts";
import { mixedOutcomes, mixedResources } from "./mixed-batch.ts";
import { passSeconds } from "./pass-time.ts";
import type { World } from "./world.ts";

/** What the sweeper and the workers make of what is there, in the time that the design gives them. */
export async function recover(world: World) {
	await workOff(world);
	passSeconds(world, sweepTimes.abortAfterSeconds + 1);
	await sweep(world);
	passSeconds(world, sweepTimes.resendAfterSeconds + 1);
	await sweep(world);
	await workOff(world);
}

/** A batch of `mixedResources` was carried out in full, or nothing of it was. */
export async function expectAllOrNothing(
	world: World,
): Promise<"all" | "nothing"> {
	const [batch] = await findBatches(world.table, "acme");
	if (!batch) {
		await expectUnpaid(world);
		return "nothing";
	}
	const slug = batch.bulkActionSlug;
	const results = await expectSettled(world, slug, mixedResources);
	expect(results.map(({ status, reason }) => reason ?? status)).toEqual(
		mixedOutcomes,
	);
	return "all";
}

/** None of the invoices of `mixedOrganization` that can be paid has a payment. */
async function expectUnpaid(world: World) {
	for (const invoice of ["inv-0", "inv-1", "inv-4", "inv-5"]) {
		expect((await invoiceState(world, invoice)).payments).toEqual([]);
	}
}
