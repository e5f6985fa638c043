import type { ClientContext } from "../../client-context.ts";
import type { Timing } from "../../timing.ts";
import type { FileRow } from "../input/file-row.ts";
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
