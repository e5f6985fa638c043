import { randomUUID } from "node:crypto";
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

export function startFaultyProcess(
	world: World,
	fault?: PlannedFault,
): Process {
	const accessKeyId = `process-${randomUUID()}`;
	const operations: string[] = [];
	let hits = 0;
	let maySendAgain = false;

	/** Counts a call. */
	const hit = (operation: string): FaultKind | undefined => {
		const calls = operations.push(operation);
		if (!fault || !mayHit(fault.kind, operation)) return undefined;
		const { call, isLasting, kind } = fault;
		const isChosen = calls === call || (isLasting && calls > call);
		if (!isChosen && !isDead()) return undefined;
		hits += 1;
		// Recording is repeated, unless the process is dead or every call fails.
		const isNotRecorded =
			operation === "PutItem" && (isLasting || kind.isDeath === true);
		if (isNotRecorded || (operation === "SendEmail" && kind.hasEffect))
			maySendAgain = true;
		return kind;
	};
	const isDead = () => fault?.kind.isDeath === true && hits > 0;
	/** Of the calls after the one with which it died, none has an effect. */
	const wasDead = () => isDead() && hits > 1;

	world.gateway.faults.add({
		accessKeyId,
		effect: async (call, forward) => {
			const kind = hit(call.operation);
			if (!kind) return forward(call);
			return wasDead() ? disconnected : kind.effect(call, forward);
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
			if (!kind || (kind.send === "unanswered" && !wasDead()))
				await world.queue.send(messages, options);
			if (kind) throw new Error("The queue did not answer, injected");
		},
		operations,
		hits: () => hits,
		maySendAgain: () => maySendAgain,
		isDead,
	};
}
