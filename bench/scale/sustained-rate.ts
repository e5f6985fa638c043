/** The share of the payments in which all workers have work. */
const measured = { from: 0.2, to: 0.6 };

/**
 * Payments a second while all workers have work: the slope of the least-squares line through the payments. Workers that a
 * table throttles pause and pay in waves; two moments alone would measure the waves.
 *
 * @param paidAt Milliseconds, in order.
 */
export function sustainedRate(paidAt: readonly number[]): number {
	const from = Math.floor(paidAt.length * measured.from);
	const to = Math.floor(paidAt.length * measured.to);
	const times = paidAt.slice(from, to);
	const middle = (times.length - 1) / 2;
	const mean = times.reduce((sum, at) => sum + at, 0) / times.length;
	let covariance = 0;
	let variance = 0;
	times.forEach((at, index) => {
		covariance += (at - mean) * (index - middle);
		variance += (at - mean) ** 2;
	});
	return (covariance / variance) * 1_000;
}
