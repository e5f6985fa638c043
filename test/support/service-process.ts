import { randomUUID } from "node:crypto";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import { disconnected } from "../../tools/local/aws-gateway/aws-call.ts";
import type { World } from "./world.ts";

/** One running copy of a function, whose calls to the store and the queue differ from those of all others. */
export interface ServiceProcess {
	/** Which meter and faults tell its calls by. */
	accessKeyId: string;
	table: Table;
	send: SendChunks;
	/** How many calls it made while it lived. */
	calls(): number;
	isDead(): boolean;
}

/** What happens to a process at one of its calls, counted from 1. */
export interface Incident {
	call: number;
	/** Has the call taken effect when it happens? */
	when: "before" | "after";
	/**
	 * `die`: neither this call is answered nor has any after it an effect. `disconnect`: only this call is not answered. A
	 * function is what someone else does while the call is on its way.
	 */
	what: "die" | "disconnect" | (() => Promise<unknown>);
}

/** A process that runs as usual, but for an incident if one is given. */
export function startProcess(
	world: World,
	incident?: Incident,
): ServiceProcess {
	const accessKeyId = `process-${randomUUID()}`;
	let calls = 0;
	let dead = false;

	/** @returns false when the call has no answer. */
	async function pass(act: () => Promise<unknown>): Promise<boolean> {
		if (dead) return false;
		calls += 1;
		if (calls !== incident?.call) {
			await act();
			return !dead;
		}
		if (incident.when === "after") await act();
		if (typeof incident.what === "function") await incident.what();
		else if (incident.what === "die") dead = true;
		if (incident.when === "before" && typeof incident.what === "function")
			await act();
		return typeof incident.what === "function" && !dead;
	}

	world.gateway.faults.add({
		accessKeyId,
		effect: async (call, forward) => {
			let answer: Awaited<ReturnType<typeof forward>> = disconnected;
			const isAnswered = await pass(async () => {
				answer = await forward(call);
			});
			return isAnswered ? answer : disconnected;
		},
	});
	return {
		accessKeyId,
		// The dead wait for nothing.
		table: { ...world.connect(accessKeyId), pause: async () => {} },
		send: async (messages) => {
			const isAnswered = await pass(() => world.queue.send(messages));
			if (!isAnswered) throw new Error("The process is dead");
		},
		calls: () => calls,
		isDead: () => dead,
	};
}
