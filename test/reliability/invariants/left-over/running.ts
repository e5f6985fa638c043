import { expect } from "vitest";
import {
	batchGuardKey,
	runningBatchesPartition,
} from "../../../../shared/dynamodb/keys.ts";
import type { Item } from "../../../../shared/dynamodb/reads/batch-get.ts";
import type { Records } from "../../records.ts";

/** No guard and no running batch is left. */
export function expectNothingRuns(
	items: readonly Item[],
	records: Records,
	organizationId: string,
) {
	const guard = batchGuardKey(organizationId);
	const left = items.filter(
		({ pk, sk }) =>
			(pk === guard.pk && sk === guard.sk) ||
			(pk === runningBatchesPartition &&
				`${sk}`.startsWith(`${organizationId}#`)),
	);
	expect(left).toEqual([]);
	for (const { status } of records.batches) expect(status).toBe("DONE");
	const batches = items.filter(
		({ pk, sk }) =>
			sk === "BATCH" && `${pk}`.startsWith(`ORG#${organizationId}#`),
	);
	for (const { status } of batches)
		expect(status).toBeOneOf(["DONE", "ABORTED"]);
}
