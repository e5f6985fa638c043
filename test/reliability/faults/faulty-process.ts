import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Table } from "../../../shared/dynamodb/table.ts";
import type { SendChunks } from "../../../shared/queue/chunk-queue.ts";
import { disconnected } from "../../../tools/local/aws-gateway/aws-call.ts";
import type { World } from "../../support/world.ts";
import { type FaultKind, mayHit, type Surroundings } from "./fault-kind.ts";
import { noteAnswer, type SeenCall, toSeenCall } from "./seen-call.ts";

/** A fault of one call of a process, or of this call and all later ones. */
export interface PlannedFault {
	kind: FaultKind;
	/** Counted from 1, of the calls that it can happen to: calls of other operations may come in any order. */
	call: number;
	isLasting: boolean;
}

/** One running copy of a function or command. */
export interface Process {
	/** The gateway tells its calls by it. */
	accessKeyId: string;
	table: Table;
	send: SendChunks;
	/** Its calls to the table, the queue, SES and EventBridge. */
	calls: readonly SeenCall[];
	/** Number of calls that had a fault. */
	hits(): number;
	/** The planned faults that no call had. */
	missed(): PlannedFault[];
	/** Whether a mail may have been sent that the process did not record: it is sent again. */
	maySendAgain(): boolean;
	/** It has died: no one gets its answer. */
	isDead(): boolean;
}

const namePrefix = "process-";

/** @param delays Milliseconds that each call waits first, counted around. Default: none. */
export function startFaultyProcess(
	world: World,
	faults: readonly PlannedFault[] = [],
	delays: readonly number[] = [],
): Process {
	const accessKeyId = `${namePrefix}${randomUUID()}`;
	const calls: SeenCall[] = [];
	const found = new Map<PlannedFault, number>();
	const hitFaults = new Set<PlannedFault>();
	let hits = 0;
	let isDead = false;
	let maySendAgain = false;

	/** Counts the call for a fault that can happen to it. Returns whether it does. */
	const isDue = (fault: PlannedFault): boolean => {
		const count = (found.get(fault) ?? 0) + 1;
		found.set(fault, count);
		return count === fault.call || (fault.isLasting && count > fault.call);
	};

	/** Counts a call. Returns what happens to it; `dead`: the process died earlier, so the call has no effect. */
	const hit = (call: SeenCall): FaultKind | "dead" | undefined => {
		calls.push(call);
		const [fault] = faults
			.filter(({ kind }) => mayHit(kind, call))
			.filter(isDue);
		if (!fault && !isDead) return undefined;
		hits += 1;
		// Recording is repeated, unless the process is dead or every call fails.
		const isNotRecorded =
			call.operation === "PutItem" &&
			(isDead || fault?.isLasting === true || fault?.kind.isDeath === true);
		const mayBeSent =
			call.operation === "SendEmail" &&
			!isDead &&
			fault?.kind.hasEffect === true;
		if (isNotRecorded || mayBeSent) maySendAgain = true;
		if (!fault || isDead) return "dead";
		hitFaults.add(fault);
		isDead = fault.kind.isDeath === true;
		return fault.kind;
	};

	const surroundings: Surroundings = {
		faults: world.gateway.faults,
		time: world.time,
		isOfProcess: (id) => id.startsWith(namePrefix),
	};
	world.gateway.faults.add({
		accessKeyId,
		effect: async (call, forward) => {
			const seen = toSeenCall(call);
			const kind = hit(seen);
			const delay = delays[calls.length % delays.length] ?? 0;
			if (delay > 0) await setTimeout(delay);
			if (kind === "dead") return disconnected;
			if (kind) return kind.effect(call, forward, surroundings);
			const answer = await forward(call);
			noteAnswer(seen, answer);
			return answer;
		},
	});
	return {
		accessKeyId,
		table: world.connect(accessKeyId),
		send: world.connectQueue(accessKeyId),
		calls,
		hits: () => hits,
		missed: () => faults.filter((fault) => !hitFaults.has(fault)),
		maySendAgain: () => maySendAgain,
		isDead: () => isDead,
	};
}
