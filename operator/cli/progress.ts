import type { BatchSummary } from "../../shared/domain/batches/payment-batch.ts";

const barColumns = 24;

/** A screen; its width may change while we write. */
export interface Terminal {
	/** 0: it does not say. */
	readonly columns: number;
}

/**
 * A batch's progress as text, a line to each state; on a terminal each line is written over the one before.
 *
 * @param terminal null: what is written goes to a file or another program.
 */
export async function* progressText(
	states: AsyncIterable<BatchSummary>,
	terminal: Terminal | null,
): AsyncGenerator<string> {
	let back = "";
	for await (const state of states) {
		const line = progressLine(state);
		yield terminal
			? `${back}${cutTo(terminal, line)}${clearToEnd}\n`
			: `${line}\n`;
		back = lineUp;
	}
}

const lineUp = "\u001b[A";
const clearToEnd = "\u001b[K";

/** A line that went on in the next one could not be written over. */
const cutTo = ({ columns }: Terminal, line: string) =>
	columns > 0 ? line.slice(0, columns - 1) : line;

/** `[############------------]  50% 5000/10000 PENDING: 4990 DONE, 8 ERROR, 2 SKIPPED` */
export function progressLine({ status, total, counts }: BatchSummary): string {
	const { DONE, ERROR, SKIPPED } = counts;
	const processed = DONE + ERROR + SKIPPED;
	const full = Math.floor((processed / total) * barColumns);
	const bar = "#".repeat(full).padEnd(barColumns, "-");
	const percent = `${Math.floor((processed / total) * 100)}%`.padStart(4);
	return `[${bar}] ${percent} ${processed}/${total} ${status}: ${DONE} DONE, ${ERROR} ERROR, ${SKIPPED} SKIPPED`;
}
