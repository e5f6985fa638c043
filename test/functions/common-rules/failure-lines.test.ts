import { describe, expect, it } from "vitest";
import { awsError } from "../../../tools/local/aws-gateway/aws-error.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import {
	batchMin,
	deliver,
	startBatch,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import { logged } from "../../support/logged.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { testKey } from "../../support/world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(2) }));

const sent = {
	utr: "canary-of-the-utr",
	narration: "canary-of-the-narration",
};

const resources = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		slug: `inv-${index % 2}`,
		amount: 1,
		...sent,
	}));

/** Fails with the items in the error, as DynamoDB's reasons of a canceled transaction have them. */
const failWithItems: Effect = async (call) => {
	const Item = {
		...JSON.parse(call.body.toString()),
		utr: { S: sent.utr },
		narration: { S: sent.narration },
	};
	return awsError(call, 500, "InternalServerError", {
		Item,
		CancellationReasons: [{ Code: "ConditionalCheckFailed", Item }],
	});
};

/**
 * Repeats `act`, in a world of its own each time, with every call to AWS from the first, second, … one on failing, until
 * none is left to fail.
 *
 * @returns How often a line with an error was logged.
 */
async function failAtEachCall(
	prepare: () => Promise<unknown>,
	act: () => Promise<unknown>,
): Promise<number> {
	let errorLines = 0;
	for (let skip = 0; ; skip += 1) {
		await world.reopen();
		world.skipPauses();
		await prepare();
		const fault = world.addFault({ skip, effect: failWithItems });
		const linesBefore = world.logLines.length;
		await Promise.allSettled([act()]);
		const lines = world.logLines.slice(linesBefore);
		errorLines += lines.filter((line) => JSON.parse(line).error).length;
		for (const secret of [...Object.values(sent), testKey, "canary"])
			expect(lines.join("\n"), `call ${skip + 1}`).not.toContain(secret);
		if (fault.hits === 0) return errorLines;
	}
}

describe("guarantee 8: no line has an item in it when any AWS call fails,", () => {
	it("of a payment", async () => {
		const failures = await failAtEachCall(
			async () => {},
			() => pay(world, resources(2), { idempotencyKey: "canary-of-the-key" }),
		);
		expect(failures).toBeGreaterThan(0);
	});

	it("of the acceptance of a batch", async () => {
		const failures = await failAtEachCall(
			async () => {},
			() => pay(world, resources(batchMin)),
		);
		expect(failures).toBeGreaterThan(0);
	});

	it("of a chunk", async () => {
		const failures = await failAtEachCall(
			() => startBatch(world, resources(batchMin)),
			() => deliver(world, world.queue.take()),
		);
		expect(failures).toBeGreaterThan(0);
	});

	it("of a batch that is abandoned", async () => {
		const failures = await failAtEachCall(
			async () => {
				await startBatch(world, resources(batchMin));
				passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
			},
			() => sweep(world),
		);
		expect(logged(world, "Batch abandoned")).not.toEqual([]);
		expect(failures).toBeGreaterThan(0);
	});
});
