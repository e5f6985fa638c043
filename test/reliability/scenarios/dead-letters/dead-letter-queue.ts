import { randomUUID } from "node:crypto";
import type { World } from "../../../support/world.ts";

interface Letter {
	id: string;
	body: string;
	/** Identifies the last receipt of the message. */
	receipt: string;
	receiveCount: number;
	visibleAt: Date;
}

/** The dead-letter queue of a world, in memory: its visibility timeouts are on the clock of the test. */
export class DeadLetterQueue {
	readonly #world: World;
	#letters: Letter[] = [];

	constructor(world: World) {
		this.#world = world;
	}

	get count(): number {
		return this.#letters.length;
	}

	/** As if the workers had failed too often on these messages. */
	add(bodies: readonly string[]) {
		for (const body of bodies)
			this.#letters.push({
				id: randomUUID(),
				body,
				receipt: "",
				receiveCount: 6,
				visibleAt: this.#world.time.now,
			});
	}

	receive(countMax: number, visibilitySeconds: number): readonly Letter[] {
		const received = this.#letters
			.filter(({ visibleAt }) => visibleAt <= this.#world.time.now)
			.slice(0, countMax);
		for (const letter of received) {
			letter.receipt = randomUUID();
			letter.receiveCount += 1;
			letter.visibleAt = this.#after(visibilitySeconds);
		}
		return received;
	}

	changeVisibility(receipt: string, seconds: number) {
		for (const letter of this.#letters)
			if (letter.receipt === receipt) letter.visibleAt = this.#after(seconds);
	}

	remove(receipt: string) {
		this.#letters = this.#letters.filter(
			(letter) => letter.receipt !== receipt,
		);
	}

	#after(seconds: number): Date {
		return new Date(this.#world.time.now.getTime() + seconds * 1_000);
	}
}

const queues = new WeakMap<World, DeadLetterQueue>();

export function deadLettersOf(world: World): DeadLetterQueue {
	const queue = queues.get(world) ?? new DeadLetterQueue(world);
	queues.set(world, queue);
	return queue;
}
