import { Presets, SingleBar } from "cli-progress";

export interface Progress {
	/** Begins a bar; the one before it is removed. */
	start(title: string, total: number): void;
	update(done: number): void;
	stop(): void;
}

const none: Progress = { start() {}, update() {}, stop() {} };

/** A bar with rate and time left on a terminal; nothing elsewhere. */
export function createProgress(
	stream: NodeJS.WritableStream & { isTTY?: boolean },
	now: () => number,
): Progress {
	if (!stream.isTTY) return none;
	let bar: SingleBar | undefined;
	let begun = 0;
	return {
		start(title, total) {
			bar?.stop();
			begun = now();
			bar = new SingleBar(
				{
					stream,
					format: `${title} {bar} {percentage}% | {value}/{total} | {rate} a second | {eta_formatted} left`,
					clearOnComplete: true,
					hideCursor: true,
					etaBuffer: 100,
				},
				Presets.shades_classic,
			);
			bar.start(total, 0, { rate: "-" });
		},
		update(done) {
			const seconds = (now() - begun) / 1_000;
			const rate = seconds > 0 ? Math.round(done / seconds) : "-";
			bar?.update(done, { rate });
		},
		stop() {
			bar?.stop();
			bar = undefined;
		},
	};
}
