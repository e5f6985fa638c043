import { expect } from "vitest";
import { mixedResources } from "../../support/mixed-batch.ts";
import { faultKinds } from "../faults/fault-kinds.ts";
import { startFaultyProcess } from "../faults/faulty-process.ts";
import type { Resource } from "../reported.ts";
import type { User } from "../user.ts";

/** A batch that was accepted. */
export interface Started {
	bulkActionSlug: string;
	/** The messages of its chunks that wait. */
	bodies: string[];
}

/** A batch of two chunks, accepted. */
export async function startBatch(
	user: User,
	resources: readonly Resource[] = mixedResources,
): Promise<Started> {
	const { body } = await user.pay("k", resources);
	const bodies = user.world.queue.take();
	const bulkActionSlug: string = body.data.bulkActionSlug;
	return { bulkActionSlug, bodies };
}

/** Starts a batch of two chunks and processes the first one. */
export async function startWithLast(user: User): Promise<Started> {
	const { bodies, ...batch } = await startBatch(user);
	expect(bodies).toHaveLength(2);
	const [first = "", last = ""] = bodies;
	await user.work([first]);
	return { ...batch, bodies: [last] };
}

/** The user's process dies after its call of this number. */
export async function dieAfter(
	user: User,
	call: number,
	act: (user: User) => Promise<unknown>,
) {
	const kind = faultKinds.find(({ name }) => name === "DIES_AFTER");
	if (!kind) throw new Error("No such fault");
	const fault = { kind, call, isLasting: false };
	await act(user.over(startFaultyProcess(user.world, [fault])));
}

/** The batch has got so far, and says so. */
export const hasReached =
	(progress: object) =>
	async (_outcome: unknown, { world }: User, { bulkActionSlug }: Started) => {
		const { body } = await world.getBatch(bulkActionSlug, "limit=1");
		expect(body.data).toMatchObject(progress);
	};
