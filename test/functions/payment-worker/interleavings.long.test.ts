import { setTimeout } from "node:timers/promises";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { tearTransactions } from "../../support/aws-gateway/faults/torn-transactions.ts";
import {
	deliver,
	expectSettled,
	startBatch,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import {
	mixedOrganization,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { propertySeed } from "../../support/property-seed.ts";
import { type Incident, startProcess } from "../../support/service-process.ts";
import { openWorld, type World } from "../../support/world.ts";

const incident = fc.option(
	fc.record({
		call: fc.integer({ min: 1, max: 9 }),
		when: fc.constantFrom("before" as const, "after" as const),
		what: fc.constantFrom("die" as const, "disconnect" as const),
	}),
	{ nil: undefined },
);

const delivery = fc.record({
	act: fc.constant("deliver" as const),
	chunk: fc.integer({ min: 0, max: 1 }),
	incident,
});
const sweeping = fc.record({
	act: fc.constant("sweep" as const),
	afterSeconds: fc.constantFrom(0, 60, 200, 1_900),
	incident,
});
const payment = fc.record({
	act: fc.constant("pay" as const),
	slug: fc.constantFrom("inv-0", "inv-1", "inv-4", "inv-5"),
	amount: fc.constantFrom(0.5, 7),
});
const event = fc.oneof(
	{ weight: 5, arbitrary: delivery },
	{ weight: 2, arbitrary: sweeping },
	{ weight: 2, arbitrary: payment },
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

async function happen(world: World, bodies: readonly string[], what: Event) {
	if (what.act === "pay") {
		const { slug, amount } = what;
		await pay(world, [{ slug, amount }]);
		return;
	}
	const process = startProcess(world, what.incident as Incident | undefined);
	if (what.act === "deliver") {
		await deliver(world, [bodies[what.chunk] ?? ""], process.table);
		return;
	}
	passSeconds(world, what.afterSeconds);
	await Promise.allSettled([sweep(world, process)]);
}

it("guarantee 1, guarantee 2, guarantee 5: any order of crashes, stalls and redeliveries", async () => {
	await fc.assert(
		fc.asyncProperty(
			// What stands in one group happens at the same time.
			fc.array(fc.array(event, { minLength: 1, maxLength: 4 }), {
				minLength: 1,
				maxLength: 6,
			}),
			// Which item of every transaction is not visible for a while.
			fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
			async (groups, hidden) => {
				await using world = await openWorld();
				await world.import(mixedOrganization());
				const slug = await startBatch(world, mixedResources);
				const bodies = world.queue.take();
				if (hidden !== undefined) {
					tearTransactions(world.gateway.faults, {
						isHidden: (index) => index === hidden,
						meanwhile: () => setTimeout(10),
						tornReads: 4,
						isReader: (accessKeyId) => accessKeyId !== "test",
					});
				}
				for (const group of groups) {
					await Promise.all(group.map((what) => happen(world, bodies, what)));
				}
				passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
				await sweep(world);
				const results = await expectSettled(world, slug, mixedResources);
				// Nor does anything that comes later change it.
				expect(await deliver(world, bodies)).toEqual({ batchItemFailures: [] });
				expect(await expectSettled(world, slug, mixedResources)).toEqual(
					results,
				);
			},
		),
		{ seed: propertySeed, numRuns: 100, endOnFailure: true },
	);
});
