import type { JournalDisk } from "./journal/journal-disk.ts";
import type { PayOptions } from "./options/read-options.ts";
import type { Progress } from "./output/progress.ts";
import type { PaymentsService } from "./service/payments-service.ts";

/** What the command needs of its process; tests pass their own. */
export interface PayProcess {
	/** @throws InputError when there is no API key. */
	connect(options: PayOptions): PaymentsService;
	/** Opens the journal at a path. */
	openDisk(path: string): JournalDisk;
	/** Milliseconds since 1970. */
	now(): number;
	/** @throws InterruptedError when the user stops the run. */
	pause(milliseconds: number): Promise<void>;
	newKey(): string;
	progress: Progress;
	print(text: string): void;
	printError(text: string): void;
}
