import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { disconnected } from "../../../local/aws-gateway/aws-call.ts";
import type { SendChunks } from "../../../shared/queue/chunk-queue.ts";
import type { Table } from "../../../shared/store/dynamodb/table.ts";
import type { World } from "../../support/world.ts";
import { type FaultKind, mayHit, sending } from "./fault-kinds.ts";
import { takeTimeouts } from "./injected-timeout.ts";

/** A fault of one call of a process, or of this call and all later ones. */
export interface PlannedFault {
	kind: FaultKind;
	/** Counted from 1. */
	call: number;
	isLasting: boolean;
}

/** One running copy of a function or command. */
export interface Process {
	/** The gateway tells its calls by it. */
	accessKeyId: string;
	table: Table;
	send: SendChunks;
	/** The calls by their operations, those to the queue included. */
	operations: readonly string[];
	/** Number of calls that had the fault. */
	hits(): number;
	/** Whether a mail may have been sent that the process did not record: it is sent again. */
	maySendAgain(): boolean;
	/** It has died: nobody gets its answer. */
	isDead(): boolean;
}

/** @param delays Milliseconds that each call waits first, counted around. Default: none. */
export function startFaultyProcess(
	world: World,
	faults: readonly PlannedFault[] = [],
	delays: readonly number[] = [],
): Process {
	const accessKeyId = `process-${randomUUID()}`;
	const operations: string[] = [];
	let hits = 0;
	let isDead = false;
	let maySendAgain = false;

	/** Counts a call. Returns what happens to it; `dead`: the process died earlier, so the call has no effect. */
	const hit = (operation: string): FaultKind | "dead" | undefined => {
		const calls = operations.push(operation);
		const fault = faults.find(
			({ kind, call, isLasting }) =>
				mayHit(kind, operation) &&
				(calls === call || (isLasting && calls > call)),
		);
		if (!fault && !isDead) return undefined;
		hits += 1;
		// Recording is repeated, unless the process is dead or every call fails.
		const isNotRecorded =
			operation === "PutItem" &&
			(isDead || fault?.isLasting === true || fault?.kind.isDeath === true);
		const mayBeSent =
			operation === "SendEmail" && !isDead && fault?.kind.hasEffect === true;
		if (isNotRecorded || mayBeSent) maySendAgain = true;
		if (!fault || isDead) return "dead";
		isDead = fault.kind.isDeath === true;
		return fault.kind;
	};

	world.gateway.faults.add({
		accessKeyId,
		effect: async (call, forward) => {
			const kind = hit(call.operation);
			const delay = delays[operations.length % delays.length] ?? 0;
			if (delay > 0) await setTimeout(delay);
			if (!kind) return forward(call);
			return kind === "dead" ? disconnected : kind.effect(call, forward);
		},
	});
	const table = world.connect(accessKeyId);
	takeTimeouts(table.documents);
	takeTimeouts(table.documentsNoRetry);
	return {
		accessKeyId,
		table,
		async send(messages, options) {
			const kind = hit(sending);
			if (!kind || (kind !== "dead" && kind.send === "unanswered"))
				await world.queue.send(messages, options);
			if (kind) throw new Error("The queue did not answer, injected");
		},
		operations,
		hits: () => hits,
		maySendAgain: () => maySendAgain,
		isDead: () => isDead,
	};
}
