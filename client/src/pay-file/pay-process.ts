import type { ClientContext } from "../client-context.ts";
import type { JournalDisk } from "./journal/journal-disk.ts";
import type { ServiceOptions } from "./options/read-options.ts";
import type { Progress } from "./output/progress.ts";

/** What the command needs of its process; tests pass their own. */
export interface PayProcess {
	/**
	 * Pauses of the connection throw an InterruptedError when the user stops the run.
	 *
	 * @throws InputError when there is no API key.
	 */
	connect(options: ServiceOptions): ClientContext;
	/** Opens the journal at a path. */
	openDisk(path: string): JournalDisk;
	/** Milliseconds since 1970. */
	now(): number;
	newKey(): string;
	progress: Progress;
	/** Asks the user; absent when nobody can answer. */
	confirm?(question: string): Promise<boolean>;
	print(text: string): void;
	printError(text: string): void;
}
