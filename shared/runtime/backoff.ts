const firstPauseMilliseconds = 25;
const defaultLongestPauseMilliseconds = 800;

/** How long to wait before attempt 1, 2, …: longer each time, and with jitter, so that rivals do not meet again. */
export function backoffMilliseconds(
	attempt: number,
	longestPauseMilliseconds = defaultLongestPauseMilliseconds,
): number {
	const ceiling = Math.min(
		longestPauseMilliseconds,
		firstPauseMilliseconds * 2 ** (attempt - 1),
	);
	return ceiling * (0.5 + Math.random() / 2);
}
