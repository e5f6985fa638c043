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
	const { queue } = user.world;
	const { batchItemFailures } = await user.work(bodies).catch(() => ({
		batchItemFailures: bodies.map((_, index) => ({
			itemIdentifier: `${index}`,
		})),
	}));
	const failed = bodies.filter((_, index) =>
		batchItemFailures.some(
			({ itemIdentifier }) => itemIdentifier === `${index}`,
		),
	);
	// Nobody hears from a dead worker.
	queue.bodies.push(...(user.process.isDead() ? bodies : failed));
}
