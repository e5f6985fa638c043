import { Presets, SingleBar } from "cli-progress";
import type { Progress } from "./terminal.ts";

const none: Progress = { start() {}, update() {}, stop() {} };

/** Shows a bar on a terminal, with the rate and the time left once something is done. Elsewhere, it shows nothing. */
export function createProgress(
	stream: NodeJS.WritableStream & { isTTY?: boolean },
	now: () => number,
): Progress {
	if (!stream.isTTY) return none;
	let bar: SingleBar | undefined;
	let begun = 0;
	let total = 0;
	return {
		start(title, count) {
			bar?.stop();
			bar = undefined;
			if (count === 0) return;
			begun = now();
			total = count;
			bar = new SingleBar(
				{
					stream,
					format: `${title} {bar} {percentage}% | {value}/{total}{speed}`,
					clearOnComplete: true,
					hideCursor: true,
				},
				Presets.shades_classic,
			);
			bar.start(total, 0, { speed: "" });
		},
		update(done) {
			const speed = describeSpeed({ done, total, elapsedMs: now() - begun });
			bar?.update(done, { speed });
		},
		stop() {
			bar?.stop();
			bar = undefined;
		},
	};
}

/** The rate and the time left; empty as long as they cannot be estimated. */
export function describeSpeed({
	done,
	total,
	elapsedMs,
}: {
	done: number;
	total: number;
	elapsedMs: number;
}): string {
	const aSecond = (done / elapsedMs) * 1_000;
	if (!(aSecond > 0 && Number.isFinite(aSecond))) return "";
	const seconds = Math.ceil((total - done) / aSecond);
	const left =
		seconds < 60
			? `${seconds} s`
			: `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
	return ` | ${aSecond < 10 ? aSecond.toFixed(1) : Math.round(aSecond)} a second | ${left} left`;
}
