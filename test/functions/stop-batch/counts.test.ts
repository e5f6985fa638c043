import { expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import { resourcesOf, startBatch, stopBatch } from "../../support/batches.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(acme);

it("C4: one request stops a batch of 40,000 in 400 chunks, with a fixed number of calls and write units", async () => {
	const total = 40_000;
	const slug = await startBatch(world, resourcesOf(total));
	const { answer, ...reading } = await meterCalls(world, () =>
		stopBatch(world, slug),
	);
	expect(answer).toMatchObject({
		status: 200,
		body: { data: { status: "DONE", counts: { SKIPPED: total } } },
	});
	// The batch, the mark, the batch again; 400 decisions and 4 layout pages, side by side by 100 keys; 25 chunks to a
	// transaction; the batch as it ended, with its results.
	expect(reading).toMatchObject({ calls: 28, roundTrips: 24 });
	// Each decision twice, as in every transaction, and each transaction's count of the batch.
	expect(reading.writeUnits).toBeLessThanOrEqual(2 * 400 + 2 * 16 * 2 + 10);
});
