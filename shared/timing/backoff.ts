const firstPauseMilliseconds = 25;
const defaultLongestPauseMilliseconds = 800;

/** The delay before retry 1, 2, …: exponential backoff with jitter. */
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
