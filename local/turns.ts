export interface Turns {
	/** Waits for a turn. */
	take(): Promise<void>;
	/** Passes a turn to the next that waits. */
	release(): void;
}

export interface TurnLimits {
	/** Turns at the start. More invocations side by side would only share the processors. */
	atOnce: number;
	/** Turns when invocations take long because they wait. */
	max: number;
	/** When no turn was released for so long, those that wait get one more. */
	patienceMilliseconds: number;
}

/** Limits how many invocations of a function run side by side. */
export function createTurns({
	atOnce,
	max,
	patienceMilliseconds,
}: TurnLimits): Turns {
	const waiting: (() => void)[] = [];
	let taken = 0;
	let growth: NodeJS.Timeout | undefined;

	function passOn() {
		const next = waiting.shift();
		if (next) next();
		else taken -= 1;
		clearTimeout(growth);
		growth = undefined;
		if (waiting.length > 0) expectRelease();
	}

	function expectRelease() {
		growth ??= setTimeout(grow, patienceMilliseconds);
	}

	function grow() {
		growth = undefined;
		if (taken >= max) return;
		taken += 1;
		passOn();
	}

	return {
		async take() {
			if (taken < atOnce) {
				taken += 1;
				return;
			}
			const turn = new Promise<void>((resolve) => waiting.push(resolve));
			expectRelease();
			await turn;
		},
		release: passOn,
	};
}
