import type { Recorded } from "../../attempts/recorded.ts";
import type { ClientContext } from "../../client-context.ts";
import type { ResourceResult } from "../../payments/resource.ts";
import type { Timing } from "../../timing.ts";
import type { FileRow } from "../input/file-row.ts";
import {
	type OutcomeEntry,
	type OutcomeGroup,
	type OutcomeStatus,
	type RowState,
	toRanges,
} from "../journal/entries.ts";
import type { Journal } from "../journal/journal.ts";

/** What each step of a run needs. */
export interface RunContext {
	/** Its pauses throw an InterruptedError when the user stops the run. */
	client: ClientContext;
	/** The service's address, for messages. */
	url: string;
	journal: Journal;
	rows: readonly FileRow[];
	/** Milliseconds since 1970, for the journal. */
	now(): number;
	newKey(): string;
	patience: Patience;
	/** Tells the user why the run waits. */
	say(message: string): void;
	/** So many rows of the request under way are done. */
	onProgress(doneOfRequest: number): void;
}

/** Ends a run in which no row is settled any more. */
export interface Patience {
	/** A row was settled, or a batch is running. */
	renew(): void;
	leftMs(): number;
}

const patienceMs = 30 * 60_000;

export function startPatience(timing: Timing): Patience {
	let endsAt = timing.now() + patienceMs;
	return {
		renew() {
			endsAt = timing.now() + patienceMs;
		},
		leftMs: () => endsAt - timing.now(),
	};
}

/** The user stopped the run; what is known is in the journal. */
export class InterruptedError extends Error {
	override name = "InterruptedError";
}

/** Pauses before rows are sent again that another action kept from being done. */
const skippedPausesMs = [5_000, 15_000, 45_000];

/**
 * Sends rows, and sends again those of requests that were not carried out, and a few times those whose invoice was locked.
 *
 * @param send Sends some of the rows, until the journal has an outcome of each.
 */
export async function sendUntilSettled(
	context: RunContext,
	indexes: readonly number[],
	send: (waiting: readonly number[]) => Promise<void>,
) {
	const stateOf = (index: number) => context.journal.state.rows.get(index);
	let waiting = indexes;
	for (let skips = 0; waiting.length > 0; ) {
		await send(waiting);
		waiting = waiting.filter((index) => maySendAgain(stateOf(index)));
		const isSkipped = (index: number) => stateOf(index)?.status !== "NOT_TAKEN";
		const skipped = waiting.filter(isSkipped);
		if (skipped.length === 0) continue;
		const pauseMs = skippedPausesMs[skips++];
		if (pauseMs === undefined) {
			waiting = waiting.filter((index) => !isSkipped(index));
			continue;
		}
		context.say(
			`${skipped.length} rows are being changed by others; trying again`,
		);
		await context.client.timing.sleep(pauseMs);
	}
}

/** Rows of requests that were not carried out, and rows whose invoice was locked. */
const maySendAgain = (state: RowState | undefined) =>
	state?.status === "NOT_TAKEN" || state?.status === "SKIPPED";

export interface RowOutcome {
	status: OutcomeStatus;
	reason?: string;
}

export function resultToOutcome({
	status,
	reason,
}: Pick<ResourceResult, "status" | "reason">): RowOutcome {
	if (status === "NOT_RECORDED") return notRecorded;
	return { status, ...(reason !== null && { reason }) };
}

export const recordedToOutcome = ({ state }: Recorded): RowOutcome =>
	(
		({
			RECORDED: { status: "DONE" },
			NOT_RECORDED: notRecorded,
			UNCLEAR: { status: "UNKNOWN", reason: "OTHER_PAYMENTS" },
		}) as const satisfies Record<Recorded["state"], RowOutcome>
	)[state];

const notRecorded = { status: "NOT_TAKEN", reason: "NOT_RECORDED" } as const;

/** An outcome with the rows of equal results together. */
export function toOutcome(
	key: string,
	rows: readonly number[],
	outcomes: readonly RowOutcome[],
	at: number,
): OutcomeEntry {
	const groups = new Map<string, OutcomeGroup & { indexes: number[] }>();
	for (const [position, index] of rows.entries()) {
		const outcome = outcomes[position];
		if (!outcome) throw new Error("A row of the request has no outcome");
		const name = JSON.stringify([outcome.status, outcome.reason]);
		const group = groups.get(name);
		if (group) group.indexes.push(index);
		else groups.set(name, { ...outcome, rows: [], indexes: [index] });
	}
	return {
		type: "outcome",
		at: new Date(at).toISOString(),
		key,
		results: [...groups.values()].map(({ indexes, ...group }) => ({
			...group,
			rows: toRanges(indexes),
		})),
	};
}
