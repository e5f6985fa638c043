import { expect, it } from "vitest";
import { markStopped } from "../../../shared/batches/stop-batch.store.ts";
import { loseAnswer } from "../../support/aws-gateway/faults/effects.ts";
import { startBatch } from "../../support/batches.ts";
import {
	mixedOrganization,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(mixedOrganization);
const stop = {
	stoppedAt: "2026-11-21T10:00:00.000Z",
	stoppedBy: null,
	stopReason: "The wrong file",
};

it.each([false, true])(
	"C4: only the first stop has stopped the batch; its answer is lost: %s",
	async (isLost) => {
		const bulkActionSlug = await startBatch(world, mixedResources);
		const mark = (change: object = {}) =>
			markStopped(
				world.table,
				{ organizationId: "acme", bulkActionSlug },
				{ ...stop, ...change },
			);
		const lost = world.gateway.faults.add({
			operation: "UpdateItem",
			times: Number(isLost),
			effect: loseAnswer(),
		});
		expect(await mark()).toBe(true);
		expect(lost.hits).toBe(Number(isLost));
		lost.remove();
		expect(await mark({ stoppedAt: "2026-11-21T10:00:01.000Z" })).toBe(false);
		expect(await mark({ stopReason: "Another file" })).toBe(false);
	},
);
