import { setTimeout } from "node:timers/promises";
import {
	type ChunkMessage,
	formatChunkMessage,
} from "../../shared/queue/chunk-message.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";

/** A queue in memory: it keeps what was sent until a test delivers it, any number of times and in any order. */
export interface FakeQueue {
	send: SendChunks;
	/** Keeps messages that were sent in another way, as their bodies. */
	receive(bodies: readonly string[]): void;
	/** Every message that was ever sent, as its body. */
	bodies: string[];
	/** Those that were not taken yet. */
	take(): string[];
}

export function createFakeQueue(): FakeQueue {
	const bodies: string[] = [];
	let taken = 0;
	return {
		bodies,
		send: async (messages: readonly ChunkMessage[]) => {
			// As late as any network: a caller that does not wait for it fails its test.
			await setTimeout(5);
			bodies.push(...messages.map(formatChunkMessage));
		},
		receive(sent) {
			bodies.push(...sent);
		},
		take() {
			const waiting = bodies.slice(taken);
			taken = bodies.length;
			return waiting;
		},
	};
}
