import type { Writable } from "node:stream";
import { WriteStream } from "node:tty";
import type { BatchSummary } from "../../../shared/batches/payment-batch.ts";

const barColumns = 24;

/** A terminal. Its width may change at any time. */
export interface Terminal {
	/** 0 means that the width is unknown. */
	readonly columns: number;
}

/**
 * A batch's progress as text, one line for each state. On a terminal, each line overwrites the previous one.
 *
 * @param terminal null when the output goes to a file or another program.
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

/** A wrapped line could not be overwritten. */
const cutTo = ({ columns }: Terminal, line: string) =>
	columns > 0 ? line.slice(0, columns - 1) : line;

/** A line such as `[############------------]  50% 5000/10000 PENDING: 4990 DONE, 8 ERROR, 2 SKIPPED`. */
function progressLine({ status, total, counts }: BatchSummary): string {
	const { DONE, ERROR, SKIPPED } = counts;
	const processed = DONE + ERROR + SKIPPED;
	return `${barText(processed, total)} ${status}: ${DONE} DONE, ${ERROR} ERROR, ${SKIPPED} SKIPPED`;
}

/** A bar such as `[############------------]  50% 5000/10000`. */
function barText(done: number, total: number): string {
	const full = Math.floor((done / total) * barColumns);
	const bar = "#".repeat(full).padEnd(barColumns, "-");
	const percent = `${Math.floor((done / total) * 100)}%`.padStart(4);
	return `[${bar}] ${percent} ${done}/${total}`;
}

/** Draws a bar over the last one, and removes it at the end. Draws nothing when the output is not a terminal. */
export function progressBar(
	output: Writable,
): (done: number, total: number) => void {
	if (!(output instanceof WriteStream)) return () => {};
	return (done, total) => {
		const bar = done < total ? cutTo(output, barText(done, total)) : "";
		output.write(`\r${bar}${clearToEnd}`);
	};
}

/** Like `progressBar`, for a wait of some seconds. If the output is no terminal, it writes a line every ten seconds. */
export function waitingBar(
	output: Writable,
): (seconds: number, total: number) => void {
	if (output instanceof WriteStream) return progressBar(output);
	return (seconds, total) => {
		const left = total - seconds;
		if (left > 0 && left % 10 === 0) output.write(`${left} seconds left\n`);
	};
}
