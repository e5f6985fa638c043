import type { VirtualTime } from "./virtual-time.ts";

/** The processor of a function's environment: does one thing after the other. */
export interface Processor {
	use(milliseconds: number): Promise<void>;
}

export function createProcessor(time: VirtualTime): Processor {
	let freeAt = 0;
	return {
		async use(milliseconds) {
			freeAt = Math.max(freeAt, time.now()) + milliseconds;
			await time.pause(freeAt - time.now());
		},
	};
}
