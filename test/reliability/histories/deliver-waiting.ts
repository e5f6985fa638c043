import { expect } from "vitest";
import type { User } from "../user.ts";
import type { Delivery } from "./step.ts";

/**
 * Delivers the messages that wait to workers. A message whose delivery failed waits again, as does each message that is to
 * be delivered twice. A lost message is sent again by the sweeper.
 */
export async function deliverWaiting(user: User, delivery: Delivery) {
	const { queue } = user.world;
	const waiting = queue.take();
	if (delivery === "LOST") return;
	if (delivery === "TWICE") queue.bodies.push(...waiting);
	const deliveries =
		delivery === "TOGETHER" ? [waiting] : waiting.map((body) => [body]);
	await Promise.all(deliveries.map((bodies) => deliver(user, bodies)));
}

async function deliver(user: User, bodies: readonly string[]) {
	const { process, world } = user;
	const ids = await failedIds(user, bodies);
	if (process.hits() === 0) expect(ids).toEqual([]);
	// A dead worker reports nothing: all its messages are delivered again.
	const failed = bodies.filter(
		(_, index) => process.isDead() || ids.includes(`${index}`),
	);
	world.queue.bodies.push(...failed);
}

async function failedIds(
	user: User,
	bodies: readonly string[],
): Promise<string[]> {
	try {
		const { batchItemFailures } = await user.work(bodies);
		return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
	} catch (error) {
		if (user.process.hits() === 0) throw error;
		return bodies.map((_, index) => `${index}`);
	}
}
