import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, inject, it } from "vitest";
import { toGuardItem } from "../../../shared/batches/batch-guard.store.ts";
import { toRunningItem } from "../../../shared/batches/batch-list.store.ts";
import { newUlid } from "../../../shared/environment/ids.ts";
import { requiredPermissions } from "../../../tools/local/aws-gateway/refusals/required-permissions.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { failBefore } from "../../support/aws-gateway/faults/effects.ts";
import {
	chunks,
	deliver,
	resourcesOf,
	startBatch,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(chunks(2)) }));

it("contract 3: the sweeper's role allows only what aborting, resending, closing and unlisting need", async () => {
	const called = new Set<string>();
	world.gateway.faults.add({
		accessKeyId: "sweeper",
		effect: (call, forward) => {
			for (const { action } of requiredPermissions(call)) called.add(action);
			return forward(call);
		},
	});
	const table = world.connect("sweeper");

	// The opening of a batch whose record was never written is unlisted.
	const id = {
		organizationId: "acme",
		bulkActionSlug: newUlid(world.time.now),
	};
	const listedAt = world.time.now.toISOString();
	for (const Item of [
		toRunningItem({ ...id, listedAt }),
		toGuardItem({ ...id, createdAt: listedAt }),
	])
		await world.table.documents.send(
			new PutCommand({ TableName: world.table.name, Item }),
		);
	passSeconds(world, sweepTimes.abortAfterSeconds + 1);
	await sweep(world, { table });

	// A batch that was not accepted to the end is aborted.
	const acceptance = world.addFault({
		operation: "BatchWriteItem",
		effect: failBefore(),
	});
	expect((await pay(world, resourcesOf(chunks(2)))).status).toBe(500);
	acceptance.remove();
	passSeconds(world, sweepTimes.abortAfterSeconds + 1);
	await sweep(world, { table });

	// A batch with a chunk that was decided but not paid, and one that was never processed, is resent and then closed.
	await startBatch(world, resourcesOf(chunks(2)));
	const [decided = ""] = world.queue.take();
	world.skipPauses();
	world.addFault({ operation: "BatchExecuteStatement", effect: failBefore() });
	await deliver(world, [decided]);
	passSeconds(world, sweepTimes.resendAfterSeconds + 1);
	await sweep(world, { table });
	passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
	expect(await sweep(world, { table })).toBe(2);

	const granted = inject("grantedActions")
		.filter((action) => action.startsWith("batch-sweeper dynamodb:"))
		.map((action) => action.replace("batch-sweeper ", ""));
	expect([...called].sort()).toEqual(granted.sort());
});
