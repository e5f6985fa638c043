import type { FileRow } from "../input/file-row.ts";
import type { Journal } from "../journal/journal.ts";
import type { PaymentsService } from "../service/payments-service.ts";

/** What each step of a run needs. */
export interface RunContext {
	service: PaymentsService;
	journal: Journal;
	rows: readonly FileRow[];
	/** Milliseconds since 1970, by the clock: they are compared with those of former runs. */
	now(): number;
	/** @throws InterruptedError when the user stops the run. */
	pause(milliseconds: number): Promise<void>;
	newKey(): string;
	/** Tells the user why the run waits. */
	say(message: string): void;
	/** So many rows of the request under way are done. */
	onProgress(doneOfRequest: number): void;
}

/** The user stopped the run; what is known is in the journal. */
export class InterruptedError extends Error {
	override name = "InterruptedError";
}
