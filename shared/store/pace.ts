import type { Table } from "./table.ts";

const firstPauseMilliseconds = 25;
const longestPauseMilliseconds = 800;

/** Waits before a repeated attempt: longer each time, and with jitter, so that rivals do not meet again. */
export async function pauseBefore(table: Table, attempt: number) {
	if (attempt === 0) return;
	const ceiling = Math.min(
		longestPauseMilliseconds,
		firstPauseMilliseconds * 2 ** (attempt - 1),
	);
	await table.pause(ceiling * (0.5 + Math.random() / 2));
}
